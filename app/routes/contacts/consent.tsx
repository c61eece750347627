import { href } from "react-router";
import { z } from "zod";
import { consentSource } from "#app/domain/contacts/schemas.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field } from "#app/ui/field.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/consent";

const schema = z.object({ intent: z.enum(["opt-out", "opt-in"]), source: consentSource });

export const meta: Route.MetaFunction = () => [{ title: m.common_consent() }];

export async function loader({ context, params: { contactId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /contacts/:contactId", { contactId });
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { contactId } }: Route.ActionArgs) => {
    const { intent, source } = value;
    switch (intent) {
      case "opt-out":
        await api("POST /contacts/:contactId/opt-out", { contactId, source });
        return done(href("/contacts/:contactId", { contactId }), m.contacts_consent_opted_out_done());
      case "opt-in":
        await api("POST /contacts/:contactId/opt-in", { contactId, source });
        return done(href("/contacts/:contactId", { contactId }), m.contacts_consent_opted_in_again_done());
    }
  },
);

export default function ContactConsent({ loaderData: { contact }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const who = contact.name || readablePhone(contact.phone ?? "") || m.contacts_consent_unnamed();
  const optedOut = contact.optedOutAt !== null;
  return (
    <ConfirmPage
      title={
        optedOut ? m.contacts_consent_opt_in_again_title({ who }) : m.contacts_consent_opt_out_title({ who })
      }
      answer={actionData}
      confirm={
        optedOut
          ? { label: m.contacts_opt_in_again(), intent: "opt-in", harmless: true }
          : { label: m.contacts_opt_out(), intent: "opt-out" }
      }
      keep={{ label: m.common_cancel(), to: href("/contacts/:contactId", { contactId: contact.id }) }}
    >
      <p>{optedOut ? m.contacts_consent_opt_in_text() : m.contacts_consent_opt_out_text()}</p>
      <Field
        {...fieldProps(result, "source")}
        label={m.contacts_consent_source_label()}
        maxLength={200}
        autoComplete="off"
        hint={m.contacts_consent_source_hint()}
      />
    </ConfirmPage>
  );
}
