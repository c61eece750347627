import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { Money } from "#app/ui/money.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";

/** What moved in the wallet, the newest first. */
export function WalletTable({ entries }: Pick<CallOutput<"GET /wallet">, "entries">) {
  return (
    <section>
      <h2 className="mb-3">Transactions</h2>
      {entries.length === 0 ? (
        <EmptyState title="No transactions yet">Top-ups and campaigns appear here.</EmptyState>
      ) : (
        <Table caption="Wallet transactions" stacked>
          <thead>
            <tr>
              <th scope="col">Transaction</th>
              <th scope="col">Time</th>
              <th scope="col" className="number">
                Wallet
              </th>
              <th scope="col" className="number">
                Spent
              </th>
              <th scope="col" className="number">
                Released
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
                </th>
                <td className="sm:whitespace-nowrap">
                  <Time value={entry.createdAt} />
                </td>
                <td className="number" data-label="Wallet">
                  {entry.walletCents === 0 ? "–" : <Money cents={entry.walletCents} signed />}
                </td>
                <td className="number" data-label="Spent">
                  {entry.hold ? <Money cents={entry.hold.spentCents} /> : "–"}
                </td>
                <td className="number" data-label="Released">
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
