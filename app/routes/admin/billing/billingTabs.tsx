import { href } from "react-router";
import { lazy } from "#app/platform/text/lazy.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { m } from "#messages";

const views = lazy([
  { to: href("/admin/billing"), label: m.admin_billing_tabs_invoices_and_revenue },
  { to: href("/admin/billing/reconciliation"), label: m.admin_reconciliation },
  { to: href("/admin/billing/disputes"), label: m.admin_disputes },
  { to: href("/admin/billing/work"), label: m.admin_work_lists },
  { to: href("/admin/billing/rates"), label: m.admin_rates },
  { to: href("/admin/payments"), label: m.admin_refunded_by_mpesa_title },
  { to: href("/admin/billing/ledger"), label: m.admin_ledger },
]);

/** The views of the Billing tab. */
export const BillingTabs = () => <Tabs label={m.common_billing()} items={views} />;
