import { Plus } from "lucide-react";
import { href } from "react-router";
import { formatCount } from "#app/platform/counts.ts";
import { MessageCenterTabs } from "#app/routes/campaigns/messageCenterTabs.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { ContactTabs } from "../contactTabs.tsx";
import type { Route } from "./+types/list";

export const meta: Route.MetaFunction = () => [{ title: "Segments" }];

export async function loader({ context }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /segments", {}));
}

export default function Segments({ loaderData: { segments } }: Route.ComponentProps) {
  const create = (
    <ButtonLink to={href("/contacts/segments/new")}>
      <Plus size={18} aria-hidden="true" /> New segment
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Segments"
        description="Contacts by what they have in common. Who is in a segment is found anew each time."
        actions={segments.length > 0 && create}
      />
      <MessageCenterTabs />
      <ContactTabs />
      <DataTable
        caption="Segments"
        rows={segments}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/contacts/segments/:segmentId", { segmentId: id })}
        empty={
          <EmptyState art="contacts" title="No segments yet" action={create}>
            Save conditions under a name, such as customers in Nakuru who were seen within a month, and write
            to them whenever you want.
          </EmptyState>
        }
        columns={[
          { header: "Name", className: "sm:w-1/4", cell: ({ name }) => name },
          { header: "Who is in it", cell: ({ words }) => <span className="wrap-anywhere">{words}</span> },
          {
            header: "Contacts",
            number: true,
            cell: ({ count }) => (count === null ? "Open to count" : formatCount(count)),
          },
          { header: "Changed", cell: ({ updatedAt }) => <Time value={updatedAt} /> },
        ]}
      />
    </>
  );
}

export { ScreenError as ErrorBoundary };
