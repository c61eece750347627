import { href } from "react-router";
import { isPartner } from "#app/platform/roles/accountKinds.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { m } from "#messages";

export interface Place {
  to: string;
  /** Another address of the same screen. */
  alias?: string;
  label: string;
  icon: IconName;
}

/** An entry of the navigation. With parts it leads to the first of them, and they are shown where one is current. */
export interface Entry extends Place {
  parts?: readonly Place[];
}

export interface Group {
  /** The first group has none. */
  label?: string;
  entries: readonly Entry[];
}

/** The places of a workspace: at most thirteen entries with at most four parts each, which fit a screen of 800 pixels. */
const workspace: readonly Group[] = lazy([
  {
    entries: [
      {
        to: href("/dashboard"),
        label: m.shell_navigation_home,
        icon: "layout-dashboard",
        parts: [
          { to: href("/dashboard"), label: m.common_overview, icon: "layout-dashboard" },
          { to: href("/get-started"), label: m.common_get_started, icon: "graduation-cap" },
          { to: href("/analytics"), label: m.common_analytics, icon: "chart-no-axes-column" },
        ],
      },
    ],
  },
  {
    label: m.shell_navigation_customers,
    entries: [
      { to: href("/chat"), label: m.common_chat, icon: "message-circle" },
      { to: href("/contacts"), label: m.common_contacts, icon: "book-user" },
    ],
  },
  {
    label: m.shell_navigation_sales,
    entries: [
      {
        to: href("/orders"),
        label: m.integrations_feature_orders,
        icon: "tag",
        parts: [
          { to: href("/orders"), label: m.ui_all_orders, icon: "file-text" },
          { to: href("/products"), label: m.orders_products, icon: "tag" },
        ],
      },
      {
        to: href("/payments"),
        label: m.common_payments,
        icon: "hand-coins",
        parts: [
          { to: href("/payments"), label: m.receipts_all, icon: "hand-coins" },
          { to: href("/requests"), label: m.requests_title, icon: "hand-coins" },
          { to: href("/books"), label: m.books_title, icon: "book-user" },
        ],
      },
      {
        to: href("/deals"),
        label: m.shell_navigation_pipeline,
        icon: "target",
        parts: [
          { to: href("/deals"), label: m.common_deals, icon: "target" },
          { to: href("/tasks"), label: m.common_tasks, icon: "check" },
        ],
      },
    ],
  },
  {
    label: m.shell_navigation_messaging,
    entries: [
      { to: href("/messaging"), label: m.common_campaigns, icon: "megaphone" },
      {
        to: href("/templates"),
        label: m.common_templates,
        icon: "file-text",
        parts: [
          { to: href("/templates"), label: m.ui_all_templates, icon: "file-text" },
          { to: href("/preview"), label: m.shell_navigation_preview_label, icon: "eye" },
        ],
      },
      {
        to: href("/bots"),
        label: m.shell_navigation_automation,
        icon: "workflow",
        parts: [
          { to: href("/bots"), label: m.common_bots, icon: "bot" },
          { to: href("/flows"), label: m.common_flows, icon: "workflow" },
          { to: href("/sequences"), label: m.sequences_title, icon: "clock-3" },
          { to: href("/integrations/rules"), label: m.common_rules, icon: "zap" },
        ],
      },
    ],
  },
  {
    label: m.common_organisation,
    entries: [
      {
        to: href("/whatsapp"),
        alias: href("/whatsapp-setup"),
        label: m.common_whatsapp_setup,
        icon: "plug-zap",
      },
      {
        to: href("/integrations"),
        label: m.common_integrations,
        icon: "blocks",
        parts: [
          { to: href("/integrations"), label: m.integrations_connections, icon: "blocks" },
          { to: href("/integrations/mpesa"), label: m.tills_title, icon: "smartphone" },
          { to: href("/integrations/etims"), label: m.etims_title, icon: "file-text" },
          { to: href("/developers"), label: m.common_developers, icon: "code" },
        ],
      },
      { to: href("/billing"), label: m.common_billing, icon: "wallet" },
      {
        to: href("/settings"),
        label: m.common_settings,
        icon: "settings",
        parts: [
          { to: href("/settings"), label: m.shell_navigation_organisation_settings, icon: "settings" },
          { to: href("/activity"), label: m.common_activity, icon: "activity" },
          { to: href("/revenue-share"), label: m.common_revenue_share, icon: "hand-coins" },
        ],
      },
    ],
  },
]);

const ofPartner: readonly Group[] = lazy([
  {
    entries: [
      { to: href("/revenue-share"), label: m.common_revenue_share, icon: "hand-coins" },
      { to: href("/profile"), label: m.common_profile, icon: "settings" },
    ],
  },
]);

/** The simulated phone, where the simulators stand for the outside services. */
const testPhone: Place = lazy({
  to: href("/sandbox"),
  label: m.common_handset,
  icon: "smartphone",
});

export interface Places {
  groups: readonly Group[];
  /** Where the simulators stand for the outside services. */
  testPhone: Place | null;
}

/** The places of a user's workspace, in the reader's language: they come with the page, so that no script carries them. */
export const placesFor = (user: Parameters<typeof isPartner>[0], sandbox: boolean): Places => ({
  groups: isPartner(user) ? ofPartner : workspace,
  testPhone: sandbox ? testPhone : null,
});
