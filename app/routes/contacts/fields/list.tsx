import { Plus } from "lucide-react";
import { href } from "react-router";
import { fieldTypeLabels } from "#app/domain/contacts/fields/words.ts";
import { isManager } from "#app/platform/roles.ts";
import { MessageCenterTabs } from "#app/routes/campaigns/messageCenterTabs.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { ContactTabs } from "../contactTabs.tsx";
import type { Route } from "./+types/list";

export const meta: Route.MetaFunction = () => [{ title: "Contact fields" }];

export async function loader({ context }: Route.LoaderArgs) {
  const { fields } = await orErrorPage(context.get(apiContext)("GET /fields", {}));
  return { fields, mayManage: isManager(context.get(userContext)) };
}

export default function Fields({ loaderData: { fields, mayManage } }: Route.ComponentProps) {
  const create = mayManage && (
    <ButtonLink to={href("/contacts/fields/new")}>
      <Plus size={18} aria-hidden="true" /> New field
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Contact fields"
        description="What you keep about each contact. Its type is checked wherever a value is written."
        actions={fields.length > 0 && create}
      />
      <MessageCenterTabs />
      <ContactTabs />
      <DataTable
        caption="Contact fields"
        rows={fields}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/contacts/fields/:fieldId", { fieldId: id })}
        empty={
          <EmptyState art="contacts" title="No fields yet" action={create}>
            A town, a birthday, a balance: fields can be searched for, put into messages and filled by an
            import.
          </EmptyState>
        }
        columns={[
          { header: "Name", cell: ({ name }) => name },
          { header: "Type", cell: ({ type }) => fieldTypeLabels[type] },
          {
            header: "Options",
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
    ? `${options.slice(0, 5).join(", ")} and ${options.length - 5} more`
    : options.join(", ");

export { ScreenError as ErrorBoundary };
