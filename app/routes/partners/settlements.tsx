import { href } from "react-router";
import { settlementQuery } from "#app/domain/partners/schemas.ts";
import { payoutMethodWords, settlementStatuses, settlementStatusWords } from "#app/domain/partners/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { isPartner } from "#app/platform/roles/accountKinds.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/settlements";
import { SettlementBadge } from "./badges.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.partners_settlements_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = settlementQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const api = pageApi(context);
  const isOwn = isPartner(context.get(userContext));
  const list = await (isOwn
    ? api("GET /partner/settlements", filter)
    : api("GET /admin/settlements", filter));
  return { filter, isOwn, list };
}

type Data = Route.ComponentProps["loaderData"];

export default function Settlements({ loaderData: { filter, isOwn, list } }: Route.ComponentProps) {
  const { page: _, ...kept } = filter;
  const filtered = filter.search !== "" || filter.status !== "all";
  return (
    <>
      <PageHeader
        title={m.partners_settlements()}
        description={m.partners_settlements_lead()}
        actions={
          <>
            {!isOwn && (
              <ButtonLink variant="secondary" to={href("/revenue-share/payouts")}>
                {m.partners_payouts()}
              </ButtonLink>
            )}
            <ButtonLink
              variant="secondary"
              reloadDocument
              to={`${href("/revenue-share/settlements.csv")}?${new URLSearchParams(kept)}`}
            >
              {m.common_export_csv()}
            </ButtonLink>
          </>
        }
      />
      <div className="grid gap-4">
        <FilterBar
          {...(!isOwn && {
            search: { name: "search", value: filter.search, placeholder: m.common_partner() },
          })}
          choices={[
            {
              name: "status",
              label: m.common_status(),
              value: filter.status,
              options: [
                { value: "all", label: m.common_all_statuses() },
                ...settlementStatuses.map((value) => ({ value, label: settlementStatusWords[value] })),
              ],
            },
          ]}
          clear={filtered && href("/revenue-share/settlements")}
        />
        <SettlementTable isOwn={isOwn} settlements={list.settlements} />
        <Pagination page={list.page} pages={list.pages} />
      </div>
    </>
  );
}

type Row = Data["list"]["settlements"][number];

function SettlementTable({ isOwn, settlements }: { isOwn: boolean; settlements: Row[] }) {
  return (
    <DataTable
      caption={m.partners_settlements()}
      paged
      rows={settlements}
      keyOf={(row) => row.id}
      hrefOf={(row) => href("/revenue-share/settlements/:settlementId", { settlementId: row.id })}
      empty={m.partners_no_settlements_match()}
      columns={[
        {
          header: m.partners_settlement(),
          cell: (row) => (isOwn ? monthWords(row.period) : `${row.partnerName}, ${monthWords(row.period)}`),
        },
        { header: m.common_status(), cell: (row) => <SettlementState row={row} /> },
        {
          header: m.common_amount(),
          number: true,
          cell: (row) => (
            <>
              <Money cents={row.totalAmountCents} />
              <span className="hint block">{counted(m.counts_transactions, row.totalTransactions)}</span>
            </>
          ),
        },
        {
          header: m.partners_partner_share(),
          number: true,
          cell: (row) => <Money cents={row.partnerShareCents} />,
        },
        {
          header: m.partners_platform_share(),
          number: true,
          cell: (row) => <Money cents={row.platformShareCents} />,
        },
        {
          header: m.partners_payout(),
          number: true,
          cell: (row) => (
            <>
              <Money cents={row.payoutCents} />
              <span className="hint block">{payoutMethodWords[row.paymentMethod]}</span>
            </>
          ),
        },
        {
          header: m.partners_settlement_date(),
          cell: (row) => <Time value={`${row.settlementDate}T09:00:00+03:00`} to="day" />,
        },
      ]}
    />
  );
}

function SettlementState({ row }: { row: Row }) {
  return (
    <>
      <SettlementBadge of={row} />
      {row.shortCents !== null && (
        <span className="hint block">{m.partners_float_short_by({ short: formatKes(row.shortCents) })}</span>
      )}
      {row.status === "processing" && row.payoutState === "unknown" && (
        <span className="hint block">{m.partners_settlements_payout_unknown_text()}</span>
      )}
    </>
  );
}
