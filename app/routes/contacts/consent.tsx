import { href } from "react-router";
import { z } from "zod";
import { consentSource } from "#app/domain/contacts/schemas.ts";
import { readablePhone } from "#app/platform/readablePhone.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field } from "#app/ui/field.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/consent";

const schema = z.object({ intent: z.enum(["opt-out", "opt-in"]), source: consentSource });

export const meta: Route.MetaFunction = () => [{ title: "Consent" }];

export async function loader({ context, params: { contactId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /contacts/:contactId", { contactId }));
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { contactId } }: Route.ActionArgs) => {
    const { intent, source } = value;
    switch (intent) {
      case "opt-out":
        await api("POST /contacts/:contactId/opt-out", { contactId, source });
        return done(
          href("/contacts/:contactId", { contactId }),
          "Opted out: campaigns leave this contact out.",
        );
      case "opt-in":
        await api("POST /contacts/:contactId/opt-in", { contactId, source });
        return done(href("/contacts/:contactId", { contactId }), "Opted in again.");
    }
  },
);

export default function ContactConsent({ loaderData: { contact }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const who = contact.name || readablePhone(contact.phone ?? "") || "this contact";
  const optedOut = contact.optedOutAt !== null;
  return (
    <ConfirmPage
      title={optedOut ? `Opt ${who} in again?` : `Opt ${who} out?`}
      answer={actionData}
      confirm={
        optedOut
          ? { label: "Opt in again", intent: "opt-in", harmless: true }
          : { label: "Opt out", intent: "opt-out" }
      }
      keep={{ label: "Cancel", to: href("/contacts/:contactId", { contactId: contact.id }) }}
    >
      <p>
        {optedOut
          ? "Do this only if the person asked for it. They get campaigns again, and the consent is dated today."
          : "This person gets no more campaigns, and their consent is withdrawn now. You can still reply when they write to you."}
      </p>
      <Field
        name="source"
        label="How they told you"
        defaultValue={typedOr(result, "source", "")}
        error={errorAt(result, "source")}
        maxLength={200}
        autoComplete="off"
        hint="For example: by phone, 21 November."
      />
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
