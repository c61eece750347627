import { href, Outlet, useLocation } from "react-router";
import { z } from "zod";
import type { ApiClient } from "#app/api/client.server.ts";
import { type InvoiceFilters, invoiceFilters } from "#app/domain/money/invoices/schemas.ts";
import { spendingDimensions } from "#app/domain/money/spending/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { isManager } from "#app/platform/roles.ts";
import { safePath } from "#app/platform/safePath.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { useIsCovered } from "#app/web/useIsCovered.ts";
import { useRoot } from "#app/web/useRoot.ts";
import type { Route } from "./+types/show";
import { AutoTopUpCard } from "./autoTopUpCard.tsx";
import { InvoiceHistory } from "./invoiceList.tsx";
import { LowBalance } from "./lowBalance.tsx";
import { Payments } from "./payments.tsx";
import { PlanCard } from "./planCard.tsx";
import { SpendingBreakdown, SpendingByMonth } from "./spending.tsx";
import { WalletTable } from "./walletTable.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Billing & Subscription" }];

/** What waits for the money, by `from`: a draft is named, any other screen of ours is a way back; else null. */
async function placeBefore(from: string | null, api: ApiClient) {
  const to = safePath(from, "");
  if (to === "") return null;
  const campaignId = /^\/messaging\/campaigns\/(\w+)\/review$/.exec(to)?.[1];
  if (campaignId === undefined) return { to, label: "Back to where you were" };
  const campaign = await api("GET /campaigns/:campaignId", { campaignId }).catch(() => null);
  return campaign && { to, label: `Back to the campaign “${campaign.name}”` };
}

/** The filters of the address; what is not one counts as the default. */
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
    orErrorPage(api("GET /wallet", {})),
    orErrorPage(api("GET /billing/plans", {})),
    orErrorPage(api("GET /billing/spending", { by, month })),
    orErrorPage(api("GET /billing/invoices", { ...filters, page })),
    orErrorPage(api("GET /payments", {})),
    orErrorPage(api("GET /auto-top-up", {})),
    placeBefore(query.get("from"), api),
  ]);
  return { wallet, plans, spending, invoices, payments, autoTopUp, filters, back };
}

export default function Billing({ loaderData }: Route.ComponentProps) {
  const { wallet, plans, spending, invoices, payments, autoTopUp, filters, back } = loaderData;
  const { search } = useLocation();
  const { plan } = wallet;
  const mayAct = isManager(useRoot()?.user);
  const includedLeft = Math.max(0, plan.includedMessages - plan.includedUsed - plan.includedHeld);
  return (
    <>
      <div inert={useIsCovered()}>
        <PageHeader
          title="Billing & Subscription"
          description="You pay for delivered messages only. Money for a running campaign is on hold until they arrive."
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
                    Find a payment
                  </ButtonLink>
                  <ButtonLink to={`${href("/billing/top-up")}${search}`} preventScrollReset>
                    Top up
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
              label="Wallet"
              value={<Money cents={wallet.balanceCents} />}
              hint={
                wallet.reserveCents > 0
                  ? `Campaigns leave ${formatKes(wallet.reserveCents)} for replies and codes`
                  : "Available to spend"
              }
            />
            <Stat
              label="On hold"
              value={<Money cents={wallet.heldCents} />}
              hint="For messages on their way"
            />
            <Stat
              label="Included messages left"
              value={formatCount(includedLeft)}
              hint={`Of ${formatCount(plan.includedMessages)} this month`}
            />
            <Stat label="To be paid" value={<Money cents={invoices.openCents} />} hint="Unpaid invoices" />
          </StatGrid>
          <PlanCard wallet={wallet} plans={plans} mayAct={mayAct} />
          <AutoTopUpCard autoTopUp={autoTopUp} mayAct={mayAct} />
          <SpendingByMonth months={spending.months} />
          <SpendingBreakdown breakdown={spending.breakdown} months={spending.months} />
          <InvoiceHistory found={invoices} filters={filters} />
          <Payments payments={payments} />
          <WalletTable entries={wallet.entries} />
        </div>
      </div>
      <Outlet />
    </>
  );
}

export { ScreenError as ErrorBoundary };
