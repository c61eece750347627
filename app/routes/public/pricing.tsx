import type { CallOutput } from "#app/api/client.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { planSummaries } from "#app/platform/money/planTypes.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { defaultCtaText, pricing } from "#app/routes/public/content/landing.ts";
import { m } from "#messages";

type Prices = CallOutput<"GET /site/prices">;
type ListPrice = Prices["plans"][number];

const furtherText = ({ perMessageCents }: ListPrice) =>
  m.public_pricing_further({ price: formatKes(perMessageCents) });
const includedText = ({ includedMessages }: ListPrice) =>
  m.public_pricing_included({ messages: counted(m.counts_messages, includedMessages) });

/** The plans at their list prices, the largest with an individual one; without prices only the latter. */
export function Pricing({
  prices,
  appHost,
  salesEmail,
}: {
  prices: Prices | null;
  appHost: string;
  salesEmail: string;
}) {
  const plans = prices?.plans ?? [];
  return (
    <section id="pricing" className="band">
      <div className="wrap">
        <h2>{m.public_sections_pricing_heading()}</h2>
        <p className="lead">{m.public_sections_pricing_text()}</p>
        <div className="plans">
          {plans
            .filter(({ planType }) => planType !== "Enterprise")
            .map((plan) => (
              <SelfService key={plan.planType} plan={plan} appHost={appHost} />
            ))}
          <Enterprise
            listed={plans.find(({ planType }) => planType === "Enterprise")}
            salesEmail={salesEmail}
          />
        </div>
        {prices && <PriceNotes prices={prices} />}
      </div>
    </section>
  );
}

function SelfService({ plan, appHost }: { plan: ListPrice; appHost: string }) {
  return (
    <div className="plan">
      <h3>{plan.planType}</h3>
      <p>{planSummaries[plan.planType]}</p>
      <p className="price">
        {formatKes(plan.monthlyCents)} <small>{m.public_pricing_monthly()}</small>
      </p>
      <ul className="ticks">
        <li>{includedText(plan)}</li>
        <li>{furtherText(plan)}</li>
      </ul>
      <a className="button button-secondary" href={`${appHost}/signup`}>
        {m.common_get_started()}
      </a>
    </div>
  );
}

function Enterprise({ listed, salesEmail }: { listed: ListPrice | undefined; salesEmail: string }) {
  return (
    <div className="plan">
      <h3>{pricing.plan}</h3>
      <p>{planSummaries.Enterprise}</p>
      <p className="price">{pricing.price}</p>
      {listed && (
        <p>
          {m.public_pricing_list_price({
            price: formatKes(listed.monthlyCents),
            messages: counted(m.counts_messages, listed.includedMessages),
            perMessage: formatKes(listed.perMessageCents),
          })}
        </p>
      )}
      <ul className="ticks">
        {pricing.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <a className="button button-primary" href={`mailto:${salesEmail}?subject=Enterprise%20plan`}>
        {pricing.ctaText || defaultCtaText()}
      </a>
    </div>
  );
}

/** VAT, paying in advance, and what Meta bills. */
function PriceNotes({ prices: { vatBasisPoints, prepaidPerMessageCents, metaCents } }: { prices: Prices }) {
  const charges = Object.values(metaCents);
  return (
    <ul className="notes">
      <li>{m.public_pricing_vat({ vat: percentText(vatBasisPoints / 100) })}</li>
      {prepaidPerMessageCents !== null && (
        <li>{m.public_pricing_prepaid({ price: formatKes(prepaidPerMessageCents) })}</li>
      )}
      {charges.length > 0 && (
        <li>
          {m.public_pricing_meta({
            lowest: formatKes(Math.min(...charges)),
            highest: formatKes(Math.max(...charges)),
          })}
        </li>
      )}
    </ul>
  );
}
