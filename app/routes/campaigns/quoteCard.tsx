import type { ReactNode } from "react";
import type { CallOutput } from "#app/api/client.server.ts";
import { monthWords } from "#app/platform/calendar.ts";
import { formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";

type Quoted = CallOutput<"POST /campaigns/:campaignId/quote">;

const leftOutOf = (audience: Quoted["audience"]) =>
  [
    { term: "Excluded", count: audience.excluded },
    { term: "Opted out", count: audience.optedOut },
    { term: "Have not agreed to marketing", count: audience.noConsent },
    { term: "No phone number", count: audience.noPhone },
  ].filter(({ count }) => count > 0);

/** Who gets a campaign, who is left out and why, and the price: the short form. */
export function AudienceLines({ quote: { audience, price } }: { quote: Pick<Quoted, "audience" | "price"> }) {
  return (
    <dl className="grid gap-0">
      <Line term="In the audience" value={formatCount(audience.matching)} />
      {leftOutOf(audience).map(({ term, count }) => (
        <Line key={term} term={`Left out: ${term.toLowerCase()}`} value={`−${formatCount(count)}`} quiet />
      ))}
      <Line term="Recipients" value={formatCount(audience.recipients)} strong />
      <Line term="Price" value={<Money cents={price.totalCents} />} strong />
      <Line
        term="Wallet afterwards"
        value={<Money cents={price.walletAfterCents} />}
        quiet
        bad={price.missingCents > 0}
      />
    </dl>
  );
}

/** What a campaign costs and who gets it, before it is sent. */
export function QuoteCard({ quote: { audience, price } }: { quote: Pick<Quoted, "audience" | "price"> }) {
  const leftOut = leftOutOf(audience);
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
            term={`Included in your plan in ${monthWords(price.month)}`}
            value={`${formatCount(price.includedMessages)} free`}
            quiet
          />
        )}
        {(price.paidMessages > 0 || price.includedMessages === 0) && (
          <Line
            term={`${formatCount(price.paidMessages)} × ${formatKes(price.priceCentsPerMessage)}`}
            value={<Money cents={price.totalCents} />}
          />
        )}
        <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-ink border-t-2 pt-3">
          <dt className="font-semibold">Total</dt>
          <dd className="font-display font-semibold text-heading tabular-nums">
            <Money cents={price.totalCents} />
          </dd>
        </div>
        <Line term="Wallet now" value={<Money cents={price.walletCents} />} quiet />
        <Line
          term="Wallet afterwards"
          value={<Money cents={price.walletAfterCents} />}
          quiet
          bad={price.walletAfterCents < 0}
        />
        {price.reserveCents > 0 && (
          <Line
            term="Stays for replies and one-time codes"
            value={<Money cents={price.reserveCents} />}
            quiet
            bad={price.walletAfterCents < price.reserveCents}
          />
        )}
      </dl>
      <p className="hint mt-3">
        You pay for delivered messages only. The money is put on hold now; for messages that are not delivered
        it is released to your wallet.
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
  value: ReactNode;
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
