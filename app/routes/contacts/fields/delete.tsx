import { href } from "react-router";
import { counted } from "#app/platform/numbers/counts.ts";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: m.contacts_fields_delete_field() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return pageApi(context)("GET /fields/:fieldId", params);
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /fields/:fieldId", params);
  return done(href("/contacts/fields"), m.contacts_fields_delete_field_deleted());
});

export default function DeleteField({ loaderData: { field, contacts }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.contacts_fields_delete_field_title()}
      answer={actionData}
      confirm={{ label: m.contacts_fields_delete_field() }}
      keep={{ label: m.common_keep_it(), to: href("/contacts/fields/:fieldId", { fieldId: field.id }) }}
    >
      <Naming
        message={m.contacts_fields_delete_text}
        name={field.name}
        inputs={{ contacts: counted(m.counts_contacts, contacts) }}
      />
    </ConfirmPage>
  );
}
