import { href, Link, useLocation } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { type DealFilters, dealFilters } from "#app/domain/crm/schemas.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";
import { DealBoard } from "./board.tsx";
import { ClosesOn, StageBadge } from "./dealStage.tsx";
import { MoveForm } from "./moveForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.common_deals() }];

/** `view=table` in the address; the board is the default. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = pageApi(context);
  const query = new URL(request.url).searchParams;
  const filters = dealFilters.parse(Object.fromEntries(query));
  const mayManage = may(context.get(userContext), "deals.stages");
  if (query.get("view") === "table") {
    const table = await api("GET /deals", filters);
    return { filters, mayManage, table, board: null, team: table.team, stages: table.stages };
  }
  const board = await api("GET /deals/board", filters);
  return { filters, mayManage, table: null, board, team: board.team, stages: board.lanes };
}

const addressOf = ({ q, owner, stage }: Partial<DealFilters>, isTable: boolean) => {
  const query = new URLSearchParams();
  if (isTable) query.set("view", "table");
  if (q) query.set("q", q);
  if (owner) query.set("owner", owner);
  if (stage) query.set("stage", stage);
  return query.size > 0 ? `${href("/deals")}?${query}` : href("/deals");
};

export default function Deals({ loaderData }: Route.ComponentProps) {
  const { filters, mayManage, table, board, team, stages } = loaderData;
  const { pathname, search } = useLocation();
  const isTable = table !== null;
  const filtered = Boolean(filters.q || filters.owner || (isTable && filters.stage));
  return (
    <>
      <PageHeader
        title={m.common_deals()}
        description={m.deals_list_lead()}
        actions={
          <>
            {mayManage && (
              <ButtonLink to={href("/deals/stages")} variant="secondary">
                {m.deals_list_stages_link()}
              </ButtonLink>
            )}
            <ButtonLink to={href("/deals/new")}>
              <Icon name="plus" size={18} /> {m.common_new_deal()}
            </ButtonLink>
          </>
        }
      />
      <Tabs
        label={m.common_deals()}
        items={[
          { to: addressOf(filters, false), label: m.deals_list_board_label(), current: !isTable },
          { to: addressOf(filters, true), label: m.deals_list_table_label(), current: isTable },
        ]}
      />
      <FilterBar
        search={{ name: "q", value: filters.q, placeholder: m.deals_list_title_contact_or_number() }}
        choices={[
          {
            name: "owner",
            label: m.common_owner(),
            value: filters.owner,
            options: [
              { value: "", label: m.deals_list_all_members() },
              { value: "none", label: m.common_unassigned() },
              ...team.map(({ id, name }) => ({ value: id, label: name })),
            ],
          },
          ...(isTable
            ? [
                {
                  name: "stage",
                  label: m.common_stage(),
                  value: filters.stage,
                  options: [
                    { value: "", label: m.deals_list_all_label() },
                    ...stages.map(({ id, name }) => ({ value: id, label: name })),
                  ],
                },
              ]
            : []),
        ]}
        clear={filtered && addressOf({}, isTable)}
      />
      {table ? (
        <Table table={table} back={`${pathname}${search}`} />
      ) : (
        <DealBoard
          board={board}
          back={`${pathname}${search}`}
          listOf={(stage) => addressOf({ ...filters, stage }, true)}
        />
      )}
    </>
  );
}

type TableOfDeals = CallOutput<"GET /deals">;

function Table({ table, back }: { table: TableOfDeals; back: string }) {
  return (
    <>
      <p className="hint mb-3" role="status">
        {counted(m.counts_deals, table.total)}, <Money cents={table.valueCents} />
      </p>
      <DataTable
        caption={m.common_deals()}
        paged
        rows={table.deals}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/deals/:dealId", { dealId: id })}
        empty={<EmptyState title={m.deals_list_no_deals_here_title()}>{m.deals_list_empty()}</EmptyState>}
        columns={columns(table, back)}
      />
      <Pagination page={table.page} pages={table.pages} />
    </>
  );
}

const columns = (table: TableOfDeals, back: string): Column<TableOfDeals["deals"][number]>[] => [
  { header: m.common_deal(), cell: ({ title }) => title },
  {
    header: m.common_contact(),
    cell: ({ contactId, contact }) => (
      <Link className="link wrap-anywhere" to={href("/contacts/:contactId", { contactId })}>
        {contact}
      </Link>
    ),
  },
  { header: m.common_value(), number: true, cell: ({ valueCents }) => <Money cents={valueCents} /> },
  { header: m.common_stage(), cell: ({ stage, kind }) => <StageBadge stage={stage} kind={kind} /> },
  { header: m.common_owner(), cell: ({ owner }) => owner?.name ?? m.common_unassigned() },
  { header: m.deals_expected_to_close(), cell: (deal) => <ClosesOn deal={deal} now={table.today} /> },
  {
    header: m.common_action(),
    plain: "hidden",
    cell: (deal) => <MoveForm deal={deal} stages={table.stages} back={back} />,
  },
];
