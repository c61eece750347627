import type { ReactNode } from "react";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { Money } from "#app/ui/money.tsx";
import { m } from "#messages";

export type Quoted = CallOutput<"POST /campaigns/:campaignId/quote">;
export type Priced = Pick<Quoted, "audience" | "price" | "messagePrice" | "category" | "sms">;

const leftOutOf = (audience: Quoted["audience"]) =>
  [
    { term: m.campaigns_quote_excluded(), count: audience.excluded },
    { term: m.campaigns_quote_opted_out(), count: audience.optedOut },
    { term: m.campaigns_quote_no_marketing_consent(), count: audience.noConsent },
    { term: m.campaigns_quote_no_phone_number(), count: audience.noPhone },
  ].filter(({ count }) => count > 0);

/** From the audience to the recipients, exclusions by reason. */
export const RecipientLines = ({ audience }: Pick<Quoted, "audience">) => (
  <>
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
  </>
);

/** The audience of a campaign, exclusions by reason, and the price: the short form. */
export function AudienceLines({ quote }: { quote: Priced }) {
  const { audience, price, sms } = quote;
  return (
    <dl className="grid gap-0">
      <RecipientLines audience={audience} />
      <Line term={m.campaigns_quote_price()} value={<Money cents={price.totalCents} />} strong />
      {sms && sms.addsCents > 0 && (
        <Line term={m.campaigns_quote_sms_of_it()} value={<Money cents={sms.addsCents} />} quiet />
      )}
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

/** Meta's own bill, to the organisation's account. */
export function MetaLine({ quote: { price, messagePrice, category } }: { quote: Priced }) {
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

export function Line({
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
