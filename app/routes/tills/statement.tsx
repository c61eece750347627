import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { dayText, Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/statement";
import { differenceWords } from "./differenceWords.ts";

export const meta: Route.MetaFunction = () => [{ title: m.tills_statement() }];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const month = new URL(request.url).searchParams.get("month") ?? "";
  const found = await orThrowPage(
    context.get(apiContext)("GET /tills/:tillId/statement", { ...params, month }),
  );
  return { ...found, mayExport: may(context.get(userContext), "receipts.export") };
}

type Shown = CallOutput<"GET /tills/:tillId/statement">;

/** A till's payments by day, compared with M-Pesa's own list. */
export default function Statement({ loaderData }: Route.ComponentProps) {
  const { till, month, monthBefore, monthAfter, totals, differences, mayExport } = loaderData;
  const here = href("/integrations/mpesa/:tillId/statement", { tillId: till.id });
  return (
    <>
      <PageHeader
        title={m.tills_statement_of({ till: till.name })}
        description={monthWords(month)}
        actions={
          <>
            <ButtonLink variant="quiet" to={`${here}?month=${monthBefore}`}>
              {monthWords(monthBefore)}
            </ButtonLink>
            {monthAfter && (
              <ButtonLink variant="quiet" to={`${here}?month=${monthAfter}`}>
                {monthWords(monthAfter)}
              </ButtonLink>
            )}
            {mayExport && (
              <ButtonLink variant="secondary" to={`${here}.csv?month=${month}`} reloadDocument>
                {m.common_export_csv()}
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="grid gap-6">
        <StatGrid>
          <Stat
            label={m.tills_received()}
            value={<Money cents={totals.receivedCents} />}
            hint={counted(m.counts_payments, totals.payments)}
          />
          <Stat
            label={m.tills_listed()}
            value={till.isPulled ? <Money cents={totals.listedCents} /> : "–"}
            hint={till.pulledUntil ? <Time value={till.pulledUntil} /> : m.tills_not_pulled()}
          />
          <Stat label={m.receipts_refunded()} value={<Money cents={totals.refundedCents} />} />
          <Stat
            label={m.tills_balance()}
            value={till.balanceCents === null ? "–" : <Money cents={till.balanceCents} />}
            hint={till.balanceAt && <Time value={till.balanceAt} />}
          />
        </StatGrid>
        <Differences differences={differences} tillId={till.id} />
        <Days shown={loaderData} />
      </div>
    </>
  );
}

function Differences({ differences, tillId }: { differences: Shown["differences"]; tillId: string }) {
  if (differences.length === 0) return null;
  return (
    <DataTable
      caption={m.tills_differences()}
      rows={differences}
      keyOf={({ id }) => id}
      hrefOf={({ id }) =>
        href("/integrations/mpesa/:tillId/differences/:tillDifferenceId", { tillId, tillDifferenceId: id })
      }
      columns={[
        {
          header: m.common_receipt,
          cell: ({ receipt }) => receipt,
          below: ({ kind }) => differenceWords[kind],
        },
        { header: m.common_time, cell: ({ paidAt }) => <Time value={paidAt} /> },
        { header: m.tills_ours, number: true, cell: ({ ourCents }) => <Money cents={ourCents} /> },
        { header: m.tills_theirs, number: true, cell: ({ theirCents }) => <Money cents={theirCents} /> },
        {
          header: m.common_status,
          cell: ({ state }) =>
            state === "open" ? (
              <Badge tone="warn">{m.tills_difference_open()}</Badge>
            ) : (
              <Badge tone="neutral">{m.tills_difference_closed()}</Badge>
            ),
        },
        { header: m.common_owner, cell: ({ owner }) => owner ?? "–" },
      ]}
    />
  );
}

function Days({ shown: { till, days } }: { shown: Shown }) {
  return (
    <DataTable
      caption={m.tills_days()}
      rows={days}
      keyOf={({ day }) => day}
      empty={m.tills_days_empty()}
      columns={[
        {
          header: m.receipts_day,
          cell: ({ day }) => (
            <Link className="link" to={`${href("/payments")}?tillId=${till.id}&day=${day}`}>
              {dayText(day)}
            </Link>
          ),
        },
        { header: m.common_payments, number: true, cell: ({ payments }) => formatCount(payments) },
        {
          header: m.tills_received,
          number: true,
          cell: ({ receivedCents }) => <Money cents={receivedCents} />,
        },
        { header: m.tills_listed, number: true, cell: ({ listedCents }) => <Money cents={listedCents} /> },
        {
          header: m.receipts_refunded,
          number: true,
          cell: ({ refundedCents }) => (refundedCents === 0 ? "–" : <Money cents={refundedCents} />),
        },
      ]}
    />
  );
}

export { ScreenError as ErrorBoundary };
