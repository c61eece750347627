import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { isManager } from "#app/platform/roles.ts";
import { Money } from "#app/ui/money.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";

type Entry = CallOutput<"GET /wallet">["entries"][number];

/** A line names at most so many top-ups; the statement names them all. */
const sourcesShown = 3;

/** What is left of a top-up, or which top-ups paid for what was spent. */
function Origin({ entry: { leftCents, paidFrom } }: { entry: Entry }) {
  if (leftCents !== null)
    return leftCents === 0
      ? m.billing_all_of_it_is_spent()
      : m.billing_of_it_is_left({ left: formatKes(leftCents) });
  if (paidFrom.length === 0) return null;
  const more = paidFrom.length - sourcesShown;
  const sources = paidFrom
    .slice(0, sourcesShown)
    .map(({ description, cents }) => `${description} (${formatKes(cents)})`)
    .join(", ");
  return more > 0 ? m.billing_and_more({ sources, more }) : m.billing_paid_from({ sources });
}

/** What moved in the wallet, the newest first. */
export function WalletTable({ entries }: Pick<CallOutput<"GET /wallet">, "entries">) {
  const mayExport = isManager(useRoot()?.user);
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2>{m.billing_transactions()}</h2>
        {mayExport && entries.length > 0 && (
          <a className="link" href={href("/billing/wallet.csv")} download>
            {m.billing_statement_csv()}
          </a>
        )}
      </div>
      {entries.length === 0 ? (
        <EmptyState title={m.billing_no_transactions_yet()}>
          {m.billing_top_ups_and_campaigns_appear_here()}
        </EmptyState>
      ) : (
        <Table caption={m.billing_wallet_transactions()} stacked>
          <thead>
            <tr>
              <th scope="col">{m.billing_transaction()}</th>
              <th scope="col">{m.billing_time()}</th>
              <th scope="col" className="number">
                {m.common_wallet()}
              </th>
              <th scope="col" className="number">
                {m.billing_spent()}
              </th>
              <th scope="col" className="number">
                {m.common_released()}
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <th scope="row">
                  {entry.hold?.subjectId.startsWith("cmp_") ? (
                    <Link
                      className="link"
                      to={href("/messaging/campaigns/:campaignId", { campaignId: entry.hold.subjectId })}
                    >
                      {entry.description}
                    </Link>
                  ) : (
                    entry.description
                  )}
                  <div className="hint font-normal">
                    <Origin entry={entry} />
                  </div>
                </th>
                <td className="sm:whitespace-nowrap">
                  <Time value={entry.createdAt} />
                </td>
                <td className="number" data-label={m.common_wallet()}>
                  {entry.walletCents === 0 ? "–" : <Money cents={entry.walletCents} signed />}
                </td>
                <td className="number" data-label={m.billing_spent()}>
                  {entry.hold ? <Money cents={entry.hold.spentCents} /> : "–"}
                </td>
                <td className="number" data-label={m.common_released()}>
                  {entry.hold ? <Money cents={entry.hold.returnedCents} /> : "–"}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
