import { redirect, useNavigation } from "react-router";
import { z } from "zod";
import {
  audienceKind,
  audienceTag,
  idempotencyKey,
  pastedNumbers,
  phoneNumberId,
  templateId,
} from "#app/domain/campaigns/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { AudienceFields } from "#app/ui/messaging/audienceFields.tsx";
import { problemsOf, typedOr } from "#app/ui/messaging/problems.ts";
import { missingSender, SenderFields } from "#app/ui/messaging/senderFields.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/newBroadcast";

const schema = z.object({
  templateId,
  phoneNumberId,
  kind: audienceKind,
  tag: audienceTag.optional(),
  numbers: pastedNumbers.optional(),
  consent: z.literal("on").optional(),
  key: idempotencyKey,
  intent: z.enum(["next", "skip-invalid"]).default("next"),
});

export const meta: Route.MetaFunction = () => [{ title: "Quick Broadcast – Message Center" }];

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [{ templates }, { numbers }, choices] = await orErrorPage(
    Promise.all([
      api("GET /templates", { status: "approved", pageSize: 100 }),
      api("GET /whatsapp/numbers", {}),
      api("GET /campaigns/choices", {}),
    ]),
  );
  return { templates, numbers, choices, key: crypto.randomUUID() };
}

const today = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Nairobi",
  dateStyle: "medium",
  timeStyle: "short",
});

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  const { intent, consent, kind, tag, numbers, ...sender } = submission.value;
  try {
    const { campaignId } = await context.get(apiContext)("POST /campaigns", {
      ...sender,
      name: `Broadcast of ${today.format(new Date())}`,
      kind: "broadcast",
      audience: { kind, tag, numbers, consent: consent === "on", skipInvalid: intent === "skip-invalid" },
    });
    // The step of the variables passes on by itself when there are none.
    return redirect(`/messaging/campaigns/${campaignId}/variables`);
  } catch (error) {
    return refuse(submission, error);
  }
}

export default function NewBroadcast({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const busy = useNavigation().state === "submitting";
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Quick Broadcast"
        description="One template, one audience, sent at once. If the template has variables, you fill them next; then you see the price, and nothing is sent before you confirm it."
      />
      {missingSender(loaderData) ?? (
        <Card>
          <Form method="post" noValidate className="grid gap-5">
            <ErrorSummary errors={problemsOf(result)} />
            <input type="hidden" name="key" value={typedOr(result, "key", loaderData.key)} />
            <SenderFields
              templates={loaderData.templates}
              numbers={loaderData.numbers}
              chosen={{ templateId: "", phoneNumberId: "" }}
              result={result}
            />
            <AudienceFields
              choices={loaderData.choices}
              chosen={{ kind: "all", tag: "", numbers: "" }}
              result={result}
            />
            <p className="row-actions">
              <Button name="intent" value="next" disabled={busy}>
                Next
              </Button>
              <ButtonLink variant="quiet" to="/messaging/broadcasts">
                Cancel
              </ButtonLink>
            </p>
          </Form>
        </Card>
      )}
    </div>
  );
}

export { ScreenError as ErrorBoundary };
