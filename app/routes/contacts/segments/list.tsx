import { href } from "react-router";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import { ContactTabs } from "../contactTabs.tsx";
import type { Route } from "./+types/list";

export const meta: Route.MetaFunction = () => [{ title: m.contacts_segments() }];

export async function loader({ context }: Route.LoaderArgs) {
  return pageApi(context)("GET /segments", {});
}

export default function Segments({ loaderData: { segments } }: Route.ComponentProps) {
  const create = (
    <ButtonLink to={href("/contacts/segments/new")}>
      <Icon name="plus" size={18} /> {m.contacts_segments_new_segment()}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={m.contacts_segments()}
        description={m.contacts_segments_lead()}
        actions={segments.length > 0 && create}
      />
      <ContactTabs />
      <DataTable
        caption={m.contacts_segments()}
        rows={segments}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/contacts/segments/:segmentId", { segmentId: id })}
        empty={
          <EmptyState art="contacts" title={m.contacts_segments_list_no_segments_yet()} action={create}>
            {m.contacts_segments_list_empty()}
          </EmptyState>
        }
        columns={[
          { header: m.common_name(), className: "sm:w-1/4", cell: ({ name }) => name },
          {
            header: m.common_contacts(),
            cell: ({ words }) => <span className="wrap-anywhere">{words}</span>,
          },
          {
            header: m.common_contacts(),
            number: true,
            cell: ({ count }) =>
              count === null ? m.contacts_segments_list_open_to_count() : formatCount(count),
          },
          { header: m.contacts_segments_list_updated(), cell: ({ updatedAt }) => <Time value={updatedAt} /> },
        ]}
      />
    </>
  );
}
