import { href } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { m } from "#messages";

/** The head of the billing pages: the ways to pay, and the pages as tabs. */
export function BillingHead({
  mayAct,
  back,
  search = "",
}: {
  mayAct: boolean;
  /** The page waiting for the money. */
  back?: { to: string; label: string } | null;
  /** The query that the top-up keeps. */
  search?: string;
}) {
  return (
    <>
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
      <Tabs
        label={m.common_billing()}
        items={[
          { to: href("/billing"), label: m.common_overview() },
          { to: href("/billing/invoices"), label: m.common_invoices() },
          { to: href("/billing/payments"), label: m.common_payments() },
          { to: href("/billing/statement"), label: m.billing_statement() },
        ]}
      />
    </>
  );
}
