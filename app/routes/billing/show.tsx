import { href, Link, Outlet, useLocation } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { spendingDimensions } from "#app/domain/money/spending/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Money } from "#app/ui/money.tsx";
import { Stat, StatGrid } from "#app/ui/page.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { useIsCovered } from "#app/web/useIsDeclared.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { AutoTopUpCard } from "./autoTopUpCard.tsx";
import { BillingHead } from "./billingHead.tsx";
import { LowBalance } from "./lowBalance.tsx";
import { placeBefore } from "./placeBefore.server.ts";
import { PlanCard } from "./planCard.tsx";
import { PriceTable } from "./priceTable.tsx";
import { SpendingBreakdown, SpendingByMonth } from "./spending.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.billing_show_billing_subscription() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const query = new URL(request.url).searchParams;
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.exec(query.get("month") ?? "")?.[0];
  const by = z.enum(spendingDimensions).catch("campaign").parse(query.get("by"));
  const [wallet, plans, spending, { autoTopUp }, back] = await Promise.all([
    orThrowPage(api("GET /wallet", {})),
    orThrowPage(api("GET /billing/plans", {})),
    orThrowPage(api("GET /billing/spending", { by, month })),
    orThrowPage(api("GET /auto-top-up", {})),
    placeBefore(request, api),
  ]);
  const mayAct = may(context.get(userContext), "money.pay");
  return { wallet, plans, spending, autoTopUp, back, mayAct };
}

export default function Billing({ loaderData }: Route.ComponentProps) {
  const { wallet, plans, spending, autoTopUp, back, mayAct } = loaderData;
  const { search } = useLocation();
  return (
    <>
      <div inert={useIsCovered()}>
        <BillingHead mayAct={mayAct} back={back} search={search} />
        <div className="grid gap-6">
          <LowBalance pace={spending.pace} mayAct={mayAct} />
          <Balances wallet={wallet} />
          <div className="grid items-start gap-6 xl:grid-cols-2">
            <PlanCard
              wallet={wallet}
              plans={plans}
              paidCents={spending.months.at(-1)?.messageCents ?? 0}
              mayAct={mayAct}
            />
            <AutoTopUpCard autoTopUp={autoTopUp} mayAct={mayAct} />
          </div>
          <SpendingByMonth months={spending.months} />
          <SpendingBreakdown breakdown={spending.breakdown} months={spending.months} />
          <PriceTable price={wallet.plan.messagePrice} />
        </div>
      </div>
      <Outlet />
    </>
  );
}

const Balances = ({ wallet }: { wallet: CallOutput<"GET /wallet"> }) => (
  <StatGrid>
    <Stat
      label={m.common_wallet()}
      value={<Money cents={wallet.balanceCents} />}
      hint={
        wallet.reserveCents > 0
          ? m.billing_show_reserve_hint({ reserve: formatKes(wallet.reserveCents) })
          : m.billing_show_available_balance_hint()
      }
    />
    <Stat
      label={m.billing_show_on_hold()}
      value={<Money cents={wallet.heldCents} />}
      hint={m.billing_show_held_hint()}
    />
    <Stat
      label={m.common_amount_due()}
      value={<Money cents={wallet.dueCents} />}
      hint={
        <Link className="link" to={href("/billing/invoices")}>
          {m.billing_show_unpaid_invoices_hint()}
        </Link>
      }
    />
  </StatGrid>
);
