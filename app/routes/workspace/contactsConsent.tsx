import { useForm } from "@conform-to/react";
import { redirect } from "react-router";
import { z } from "zod";
import { consentSource } from "#app/domain/contacts/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { readablePhone } from "#app/shared/readablePhone.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/contactsConsent";

const schema = z.object({ intent: z.enum(["opt-out", "opt-in"]), source: consentSource });

export const meta: Route.MetaFunction = () => [{ title: "Consent" }];

export async function loader({ context, params: { contactId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /contacts/:contactId", { contactId }));
}

export async function action({ request, context, params: { contactId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  const { intent, source } = submission.value;
  const api = context.get(apiContext);
  let text: string;
  try {
    switch (intent) {
      case "opt-out":
        await api("POST /contacts/:contactId/opt-out", { contactId, source });
        text = "Opted out: campaigns leave this contact out.";
        break;
      case "opt-in":
        await api("POST /contacts/:contactId/opt-in", { contactId, source });
        text = "Opted in again.";
    }
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect(`/contacts/${contactId}`, { headers: withToast({ kind: "success", text }) });
}

export default function ContactConsent({ loaderData: { contact }, actionData }: Route.ComponentProps) {
  const [form, fields] = useForm<z.input<typeof schema>>({ lastResult: actionData?.result });
  const who = contact.name || readablePhone(contact.phone ?? "") || "this contact";
  const optedOut = contact.optedOutAt !== null;
  return (
    <>
      <PageHeader title={optedOut ? `Opt ${who} in again?` : `Opt ${who} out?`} />
      <Card>
        <Form method="post" id={form.id} noValidate className="grid max-w-xl gap-5">
          <ErrorSummary errors={(form.errors ?? []).map((text) => ({ text }))} />
          <p>
            {optedOut
              ? "Do this only when the person asked for it. They get campaigns again, and the consent is noted with today's date."
              : "No campaign reaches this person any more and their consent is withdrawn from this moment on. You can still answer when they write to you."}
          </p>
          <Field
            name="source"
            label="How they told you"
            defaultValue={fields.source.initialValue ?? ""}
            error={fields.source.errors?.[0]}
            maxLength={200}
            autoComplete="off"
            hint="For example: by phone, 21 November."
          />
          <p className="row-actions">
            <Button
              name="intent"
              value={optedOut ? "opt-in" : "opt-out"}
              variant={optedOut ? "primary" : "danger"}
            >
              {optedOut ? "Opt in again" : "Opt out"}
            </Button>
            <ButtonLink to={`/contacts/${contact.id}`} variant="quiet">
              Cancel
            </ButtonLink>
          </p>
        </Form>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
