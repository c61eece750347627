import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: m.contacts_delete_contact() }];

export async function loader({ context, params: { contactId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /contacts/:contactId", { contactId });
}

export const action = formAction(noFields, async ({ api }, { params: { contactId } }: Route.ActionArgs) => {
  await api("DELETE /contacts/:contactId", { contactId });
  return done(href("/contacts"), m.contacts_delete_contact_deleted_done());
});

export default function DeleteContact({ loaderData: { contact }, actionData }: Route.ComponentProps) {
  const number = contact.phone ? readablePhone(contact.phone) : "";
  return (
    <ConfirmPage
      title={m.contacts_delete_contact_title()}
      answer={actionData}
      confirm={{ label: m.contacts_delete_contact() }}
      keep={{ label: m.common_keep_it(), to: href("/contacts/:contactId", { contactId: contact.id }) }}
    >
      <p>
        <ParaglideMessage
          message={m.contacts_delete_text}
          markup={{
            b: () => (
              <>
                <strong className="break-words">
                  {contact.name || number || m.contacts_delete_contact_text()}
                </strong>
                {contact.name && number && ` (${number})`}
              </>
            ),
          }}
        />
      </p>
      {contact.optedOutAt && (
        <Notice tone="warn" title={m.contacts_delete_opted_out_title()}>
          {m.contacts_delete_opted_out_text()}
        </Notice>
      )}
    </ConfirmPage>
  );
}
