import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";

const views = [
  { to: href("/admin/billing"), label: "Invoices and revenue" },
  { to: href("/admin/billing/reconciliation"), label: "Reconciliation" },
  { to: href("/admin/billing/disputes"), label: "Disputes" },
  { to: href("/admin/billing/work"), label: "Work lists" },
  { to: href("/admin/billing/rates"), label: "Rates" },
  { to: href("/admin/payments"), label: "Payments" },
  { to: href("/admin/billing/ledger"), label: "Ledger" },
];

/** The views of the Billing tab. */
export const BillingTabs = () => <Tabs label="Billing" items={views} />;
