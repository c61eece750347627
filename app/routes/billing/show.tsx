import { href, Outlet, useLocation } from "react-router";
import { z } from "zod";
import type { ApiClient } from "#app/api/client.server.ts";
import { type InvoiceFilters, invoiceFilters } from "#app/domain/money/invoices/schemas.ts";
import { spendingDimensions } from "#app/domain/money/spending/words.ts";
import { safePath } from "#app/platform/http/safePath.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { useIsCovered } from "#app/web/useIsDeclared.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { AutoTopUpCard } from "./autoTopUpCard.tsx";
import { InvoiceHistory } from "./invoiceList.tsx";
import { LowBalance } from "./lowBalance.tsx";
import { Payments } from "./payments.tsx";
import { PlanCard } from "./planCard.tsx";
import { PriceTable } from "./priceTable.tsx";
import { SpendingBreakdown, SpendingByMonth } from "./spending.tsx";
import { WalletTable } from "./walletTable.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.billing_show_billing_subscription() }];

/**
 * The page waiting for the money, by `from`: a draft is named, any other screen of ours is a link back; else
 * null.
 */
async function placeBefore(from: string | null, api: ApiClient) {
  const to = safePath(from, "");
  if (to === "") return null;
  const campaignId = /^\/messaging\/campaigns\/(\w+)\/review$/.exec(to)?.[1];
  if (campaignId === undefined) return { to, label: m.billing_go_back() };
  const campaign = await api("GET /campaigns/:campaignId", { campaignId }).catch(() => null);
  return campaign && { to, label: m.billing_show_back_to_campaign({ campaignName: campaign.name }) };
}

/** The filters of the address; unknown values count as the default. */
function readFilters(query: URLSearchParams): InvoiceFilters {
  const { status, type, period } = invoiceFilters.shape;
  return {
    status: status.catch("all").parse(query.get("status") ?? undefined),
    type: type.catch("all").parse(query.get("type") ?? undefined),
    period: period.catch("12months").parse(query.get("period") ?? undefined),
  };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const query = new URL(request.url).searchParams;
  const filters = readFilters(query);
  const page = Math.max(1, Math.min(10_000, Number.parseInt(query.get("page") ?? "1", 10) || 1));
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.exec(query.get("month") ?? "")?.[0];
  const by = z.enum(spendingDimensions).catch("campaign").parse(query.get("by"));
  const [wallet, plans, spending, invoices, { payments }, { autoTopUp }, back] = await Promise.all([
    orThrowPage(api("GET /wallet", {})),
    orThrowPage(api("GET /billing/plans", {})),
    orThrowPage(api("GET /billing/spending", { by, month })),
    orThrowPage(api("GET /billing/invoices", { ...filters, page })),
    orThrowPage(api("GET /payments", {})),
    orThrowPage(api("GET /auto-top-up", {})),
    placeBefore(query.get("from"), api),
  ]);
  const user = context.get(userContext);
  const allowed = { mayAct: may(user, "money.pay"), mayExport: may(user, "money.export") };
  return { wallet, plans, spending, invoices, payments, autoTopUp, filters, back, ...allowed };
}

export default function Billing({ loaderData }: Route.ComponentProps) {
  const { wallet, plans, spending, invoices, payments, autoTopUp, filters, back } = loaderData;
  const { mayAct, mayExport } = loaderData;
  const { search } = useLocation();
  const { plan } = wallet;
  const includedLeft = Math.max(0, plan.includedMessages - plan.includedUsed - plan.includedHeld);
  return (
    <>
      <div inert={useIsCovered()}>
        <PageHeader
          title={m.billing_show_billing_subscription()}
          description={m.billing_show_lead()}
          actions={
            <>
              {back && (
                <ButtonLink to={back.to} variant="secondary">
                  {back.label}
                </ButtonLink>
              )}
              {mayAct && (
                <>
                  <ButtonLink to={href("/billing/claim")} variant="quiet">
                    {m.billing_find_payment()}
                  </ButtonLink>
                  <ButtonLink to={`${href("/billing/top-up")}${search}`} preventScrollReset>
                    {m.billing_top_up_link()}
                  </ButtonLink>
                </>
              )}
            </>
          }
        />
        <div className="grid gap-6">
          <LowBalance pace={spending.pace} mayAct={mayAct} />
          <StatGrid>
            <Stat
              label={m.common_wallet()}
              value={<Money cents={wallet.balanceCents} />}
              hint={
                wallet.reserveCents > 0
                  ? m.billing_show_reserve_hint({
                      reserve: formatKes(wallet.reserveCents),
                    })
                  : m.billing_show_available_balance_hint()
              }
            />
            <Stat
              label={m.billing_show_on_hold()}
              value={<Money cents={wallet.heldCents} />}
              hint={m.billing_show_held_hint()}
            />
            {plan.includedMessages > 0 ? (
              <Stat
                label={m.billing_show_included_messages_left()}
                value={formatCount(includedLeft)}
                hint={m.billing_show_included_hint({
                  included: formatCount(plan.includedMessages),
                  used: formatCount(plan.includedUsed),
                  held: formatCount(plan.includedHeld),
                })}
              />
            ) : (
              <Stat
                label={m.billing_show_messages_month()}
                value={formatCount(plan.delivered)}
                hint={m.billing_show_wallet_only_hint()}
              />
            )}
            <Stat
              label={m.common_amount_due()}
              value={<Money cents={invoices.openCents} />}
              hint={m.billing_show_unpaid_invoices_hint()}
            />
          </StatGrid>
          <PlanCard
            wallet={wallet}
            plans={plans}
            paidCents={spending.months.at(-1)?.messageCents ?? 0}
            mayAct={mayAct}
          />
          <PriceTable price={plan.messagePrice} />
          <AutoTopUpCard autoTopUp={autoTopUp} mayAct={mayAct} />
          <SpendingByMonth months={spending.months} />
          <SpendingBreakdown breakdown={spending.breakdown} months={spending.months} />
          <InvoiceHistory found={invoices} filters={filters} mayExport={mayExport} />
          <Payments payments={payments} />
          <WalletTable entries={wallet.entries} mayExport={mayExport} />
        </div>
      </div>
      <Outlet />
    </>
  );
}

export { ScreenError as ErrorBoundary };
