import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/shared/counts.ts";
import { formatKes } from "#app/shared/money.ts";
import { Card } from "../page.tsx";

/** What a campaign costs and who gets it, before it is sent. */
export function QuoteCard({
  quote: { audience, price },
}: {
  quote: CallOutput<"POST /campaigns/:campaignId/quote">;
}) {
  const leftOut = [
    { term: "Opted out", count: audience.optedOut },
    { term: "Have not agreed to marketing", count: audience.noConsent },
    { term: "No phone number", count: audience.noPhone },
  ].filter(({ count }) => count > 0);
  return (
    <Card title="The price">
      <dl className="grid gap-0">
        <Line term="In the audience" value={formatCount(audience.matching)} />
        {leftOut.map(({ term, count }) => (
          <Line key={term} term={`Left out: ${term.toLowerCase()}`} value={`−${formatCount(count)}`} quiet />
        ))}
        <Line term="Recipients" value={formatCount(audience.recipients)} strong />
        {price.includedMessages > 0 && (
          <Line
            term="Included in your plan this month"
            value={`${formatCount(price.includedMessages)} free`}
            quiet
          />
        )}
        {(price.paidMessages > 0 || price.includedMessages === 0) && (
          <Line
            term={`${formatCount(price.paidMessages)} × ${formatKes(price.priceCentsPerMessage)}`}
            value={formatKes(price.totalCents)}
          />
        )}
        <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-ink border-t-2 pt-3">
          <dt className="font-semibold">Total</dt>
          <dd className="font-display font-semibold text-heading tabular-nums">
            {formatKes(price.totalCents)}
          </dd>
        </div>
        <Line term="Wallet now" value={formatKes(price.walletCents)} quiet />
        <Line
          term="Wallet afterwards"
          value={formatKes(price.walletAfterCents)}
          quiet
          bad={price.walletAfterCents < 0}
        />
      </dl>
      <p className="hint mt-3">
        You pay for delivered messages. The money is set aside now; what is not delivered comes back to the
        wallet.
      </p>
    </Card>
  );
}

function Line({
  term,
  value,
  strong,
  quiet,
  bad,
}: {
  term: string;
  value: string;
  strong?: boolean;
  quiet?: boolean;
  bad?: boolean;
}) {
  return (
    <div
      className={`flex flex-wrap justify-between gap-x-4 py-1.5 ${strong ? "font-semibold" : ""} ${quiet ? "text-muted" : ""}`}
    >
      <dt className="min-w-min flex-1">{term}</dt>
      <dd className={`text-right tabular-nums ${bad ? "font-semibold text-bad" : ""}`}>{value}</dd>
    </div>
  );
}
