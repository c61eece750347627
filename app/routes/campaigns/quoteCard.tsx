import { capWords } from "#app/domain/messaging/campaigns/words.ts";
import { messagePriceText } from "#app/domain/money/messagePrice/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";
import { Line, MetaLine, type Quoted, RecipientLines } from "./audienceLines.tsx";
import { smsWords } from "./smsWords.ts";

/** A campaign's price and audience, before it is sent. */
export function QuoteCard({ quote }: { quote: Quoted }) {
  const { audience, price, messagePrice, category, sms, cap } = quote;
  return (
    <Card title={m.campaigns_quote_price_title()}>
      <dl className="grid gap-0">
        <RecipientLines audience={audience} />
        {cap && cap.people > 0 && (
          <Line term={m.campaigns_quote_capped_term()} value={formatCount(cap.people)} quiet />
        )}
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
            value={<Money cents={price.totalCents - (sms?.addsCents ?? 0)} />}
          />
        )}
        {sms && sms.partCents > 0 && (
          <Line term={m.campaigns_quote_sms_term()} value={<Money cents={sms.addsCents} />} quiet />
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
      {cap && cap.people > 0 && (
        <p className="mt-3">{m.campaigns_quote_capped_text({ limit: capWords(cap) })}</p>
      )}
      {sms && <p className="mt-3">{smsWords(sms)}</p>}
      <p className="hint mt-3">{messagePriceText(messagePrice, category)}</p>
      <p className="hint mt-1">{m.campaigns_quote_payment_text()}</p>
    </Card>
  );
}
