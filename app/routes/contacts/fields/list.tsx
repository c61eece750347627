import { href } from "react-router";
import { fieldTypeLabels } from "#app/domain/contacts/fields/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import { ContactTabs } from "../contactTabs.tsx";
import type { Route } from "./+types/list";

export const meta: Route.MetaFunction = () => [{ title: m.contacts_fields_list_contact_fields() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { fields } = await pageApi(context)("GET /fields", {});
  return { fields, mayManage: may(context.get(userContext), "fields.manage") };
}

export default function Fields({ loaderData: { fields, mayManage } }: Route.ComponentProps) {
  const create = mayManage && (
    <ButtonLink to={href("/contacts/fields/new")}>
      <Icon name="plus" size={18} /> {m.contacts_fields_new_field()}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={m.contacts_fields_list_contact_fields()}
        description={m.contacts_fields_list_lead()}
        actions={fields.length > 0 && create}
      />
      <ContactTabs />
      <DataTable
        caption={m.contacts_fields_list_contact_fields()}
        rows={fields}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/contacts/fields/:fieldId", { fieldId: id })}
        empty={
          <EmptyState art="contacts" title={m.contacts_fields_list_no_fields_yet_title()} action={create}>
            {m.contacts_fields_list_empty()}
          </EmptyState>
        }
        columns={[
          { header: m.common_name(), cell: ({ name }) => name },
          { header: m.common_type(), cell: ({ type }) => fieldTypeLabels[type] },
          {
            header: m.contacts_fields_list_options(),
            cell: ({ options }) =>
              options.length > 0 && <span className="wrap-anywhere">{shortList(options)}</span>,
          },
        ]}
      />
    </>
  );
}

const shortList = (options: string[]) =>
  options.length > 5
    ? m.contacts_fields_list_and_more({ options: options.slice(0, 5).join(", "), count: options.length - 5 })
    : options.join(", ");
