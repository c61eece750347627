import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { requestForm } from "#app/domain/contacts/requests/schemas.ts";
import { requestKinds } from "#app/domain/contacts/requests/words.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { SelectField, TextareaField } from "#app/ui/field.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/privacyRequest";

export const meta: Route.MetaFunction = () => [{ title: m.common_privacy_request() }];

export async function loader({ context, params: { contactId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /contacts/:contactId", { contactId });
}

export const action = formAction(
  requestForm,
  async ({ value, api }, { params: { contactId } }: Route.ActionArgs) => {
    const { personRequestId } = await api("POST /contacts/:contactId/requests", { contactId, ...value });
    return done(
      href("/settings/privacy/:personRequestId", { personRequestId }),
      m.contacts_privacy_request_opened_done(),
    );
  },
);

export default function PrivacyRequest({ loaderData: { contact }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const person = contact.name || (contact.phone ? readablePhone(contact.phone) : m.common_this_person());
  return (
    <ConfirmPage
      title={m.contacts_privacy_request_title()}
      answer={actionData}
      confirm={{ label: m.contacts_privacy_request_open_request(), harmless: true }}
      keep={{ label: m.common_back(), to: href("/contacts/:contactId", { contactId: contact.id }) }}
    >
      <p className="break-words">
        <ParaglideMessage
          message={m.contacts_privacy_request_deadline_text}
          inputs={{ days: requestKinds.export.days, days2: requestKinds.erasure.days }}
          markup={{ b: () => <strong>{person}</strong> }}
        />
      </p>
      <SelectField
        {...fieldProps(result, "kind", "export")}
        label={m.common_request()}
        options={Object.entries(requestKinds).map(([value, { label }]) => ({ value, label }))}
      />
      <TextareaField
        {...fieldProps(result, "note")}
        maxLength={500}
        label={m.contacts_privacy_request_note_label()}
        rows={3}
        required
      />
    </ConfirmPage>
  );
}
