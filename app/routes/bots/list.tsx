import { href } from "react-router";
import { botStatuses } from "#app/domain/bots/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";

export const meta: Route.MetaFunction = () => [{ title: m.common_bots() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { bots } = await pageApi(context)("GET /bots", {});
  return { bots, mayManage: may(context.get(userContext), "bots.manage") };
}

/** A description of the bot's audience. */
const audienceOf = ({ number, label }: { number: string | null; label: string | null }) =>
  [
    number ?? m.common_all_numbers(),
    label ? m.bots_list_contacts_with({ label }) : m.bots_list_all_contacts(),
  ].join(", ");

export default function Bots({ loaderData: { bots, mayManage } }: Route.ComponentProps) {
  const create = mayManage && (
    <ButtonLink to={href("/bots/new")}>
      <Icon name="plus" size={18} /> {m.bots_new_bot()}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={m.common_bots()}
        description={m.bots_list_lead()}
        actions={bots.length > 0 && create}
      />
      <DataTable
        caption={m.common_bots()}
        rows={bots}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/bots/:botId", { botId: id })}
        empty={
          <EmptyState title={m.bots_list_no_bots_yet_title()} action={create}>
            {m.bots_list_empty()}
          </EmptyState>
        }
        columns={[
          { header: m.common_name(), cell: ({ name }) => name },
          { header: m.bots_list_audience_column(), cell: audienceOf },
          {
            header: m.common_status(),
            cell: ({ status }) => <Badge tone={botStatuses[status].tone}>{botStatuses[status].label}</Badge>,
          },
          { header: m.bots_entries(), number: true, cell: ({ entries }) => formatCount(entries) },
          {
            header: m.bots_list_messages_in_24_hours(),
            number: true,
            cell: ({ turnsToday }) => formatCount(turnsToday),
          },
        ]}
      />
    </>
  );
}
