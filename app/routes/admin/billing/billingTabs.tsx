import { href } from "react-router";
import { Tabs } from "#app/ui/tabs.tsx";
import { m } from "#messages";

const views = [
  {
    to: href("/admin/billing"),
    get label() {
      return m.admin_invoices_and_revenue();
    },
  },
  {
    to: href("/admin/billing/reconciliation"),
    get label() {
      return m.admin_reconciliation();
    },
  },
  {
    to: href("/admin/billing/disputes"),
    get label() {
      return m.admin_disputes();
    },
  },
  {
    to: href("/admin/billing/work"),
    get label() {
      return m.admin_work_lists();
    },
  },
  {
    to: href("/admin/billing/rates"),
    get label() {
      return m.admin_rates();
    },
  },
  {
    to: href("/admin/payments"),
    get label() {
      return m.admin_payments();
    },
  },
  {
    to: href("/admin/billing/ledger"),
    get label() {
      return m.admin_ledger();
    },
  },
];

/** The views of the Billing tab. */
export const BillingTabs = () => <Tabs label={m.common_billing()} items={views} />;
