import type { ReactNode } from "react";
import type { CallOutput } from "#app/api/client.server.ts";
import { messagePriceText } from "#app/domain/money/messagePrice/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";

type Quoted = CallOutput<"POST /campaigns/:campaignId/quote">;
type Priced = Pick<Quoted, "audience" | "price" | "messagePrice" | "category">;

const leftOutOf = (audience: Quoted["audience"]) =>
  [
    { term: m.campaigns_quote_excluded(), count: audience.excluded },
    { term: m.campaigns_quote_opted_out(), count: audience.optedOut },
    { term: m.campaigns_quote_no_marketing_consent(), count: audience.noConsent },
    { term: m.campaigns_quote_no_phone_number(), count: audience.noPhone },
  ].filter(({ count }) => count > 0);

/** The audience of a campaign, exclusions by reason, and the price: the short form. */
export function AudienceLines({ quote }: { quote: Priced }) {
  const { audience, price } = quote;
  return (
    <dl className="grid gap-0">
      <Line term={m.campaigns_quote_in_audience()} value={formatCount(audience.matching)} />
      {leftOutOf(audience).map(({ term, count }) => (
        <Line
          key={term}
          term={m.campaigns_quote_excluded_term({ term: inSentence(term) })}
          value={`−${formatCount(count)}`}
          quiet
        />
      ))}
      <Line term={m.common_recipients()} value={formatCount(audience.recipients)} strong />
      <Line term={m.campaigns_quote_price()} value={<Money cents={price.totalCents} />} strong />
      <Line
        term={m.campaigns_wallet_balance_after_sending()}
        value={<Money cents={price.walletAfterCents} />}
        quiet
        bad={price.missingCents > 0}
      />
      <MetaLine quote={quote} />
    </dl>
  );
}

/** A campaign's price and audience, before it is sent. */
export function QuoteCard({ quote }: { quote: Priced }) {
  const { audience, price, messagePrice, category } = quote;
  const leftOut = leftOutOf(audience);
  return (
    <Card title={m.campaigns_quote_price_title()}>
      <dl className="grid gap-0">
        <Line term={m.campaigns_quote_in_audience()} value={formatCount(audience.matching)} />
        {leftOut.map(({ term, count }) => (
          <Line
            key={term}
            term={m.campaigns_quote_excluded_term({ term: inSentence(term) })}
            value={`−${formatCount(count)}`}
            quiet
          />
        ))}
        <Line term={m.common_recipients()} value={formatCount(audience.recipients)} strong />
        {price.includedMessages > 0 && (
          <Line
            term={m.campaigns_quote_included_term({ month: monthWords(price.month) })}
            value={counted(m.campaigns_quote_free, price.includedMessages)}
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
          <dt className="font-semibold">{m.common_total()}</dt>
          <dd className="font-heading font-semibold text-heading tabular-nums">
            <Money cents={price.totalCents} />
          </dd>
        </div>
        <Line term={m.campaigns_quote_wallet_balance()} value={<Money cents={price.walletCents} />} quiet />
        <Line
          term={m.campaigns_wallet_balance_after_sending()}
          value={<Money cents={price.walletAfterCents} />}
          quiet
          bad={price.walletAfterCents < 0}
        />
        {price.reserveCents > 0 && (
          <Line
            term={m.campaigns_quote_reserve_term()}
            value={<Money cents={price.reserveCents} />}
            quiet
            bad={price.walletAfterCents < price.reserveCents}
          />
        )}
        <MetaLine quote={quote} />
      </dl>
      <p className="hint mt-3">{messagePriceText(messagePrice, category)}</p>
      <p className="hint mt-1">{m.campaigns_quote_payment_text()}</p>
    </Card>
  );
}

/** Meta's own bill, to the organisation's account. */
function MetaLine({ quote: { price, messagePrice, category } }: { quote: Priced }) {
  const each = messagePrice.metaCents[category];
  if (each === undefined || price.messages === 0) return null;
  return (
    <Line
      term={m.campaigns_quote_billed_by_meta_about({
        messages: formatCount(price.messages),
        price: formatKes(each),
      })}
      value={<Money cents={price.messages * each} />}
      quiet
    />
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
