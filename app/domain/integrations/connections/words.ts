/** Choices of the integrations' screens, apart from the schemas, so that a browser gets them without the validation. */

import type { ConnectionStatus, ProviderName } from "#app/db/schema/integrations/connections.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type { ConnectionStatus, ProviderName };

/** In the order of the filter. */
export const categories = ["CRM", "E-commerce", "Analytics", "Marketing", "Support", "Development"] as const;
export type Category = (typeof categories)[number];
export type Complexity = "Easy" | "Medium" | "Advanced";

export const categoryWords: Readonly<Record<Category, string>> = lazy({
  CRM: "CRM",
  "E-commerce": m.labels_e_commerce,
  Analytics: m.labels_analytics,
  Marketing: m.labels_marketing,
  Support: m.labels_support,
  Development: m.labels_development,
});
export const complexityWords: Readonly<Record<Complexity, string>> = lazy({
  Easy: m.labels_easy,
  Medium: m.labels_setup_medium,
  Advanced: m.labels_advanced,
});

export type IntegrationStatus = "connected" | "available" | "coming-soon";

export const statusWords: Readonly<
  Record<IntegrationStatus, { label: string; tone: "good" | "info" | "neutral" }>
> = lazy({
  connected: { label: m.labels_connected, tone: "good" },
  available: { label: m.labels_available, tone: "info" },
  "coming-soon": { label: m.labels_coming_soon, tone: "neutral" },
});

export interface Integration {
  id: string;
  name: string;
  description: string;
  category: Category;
  complexity: Complexity;
  features: readonly string[];
  /** How it is connected; absent: it is not there yet. */
  way?: "oauth" | "key" | "hooks";
}

/** The integrations that are offered, in the order of the screen. */
export const integrations: readonly Integration[] = lazy([
  {
    id: "hubspot",
    name: "HubSpot",
    description: m.labels_keeps_contacts_the_same_on_both,
    category: "CRM",
    complexity: "Easy",
    features: () => [m.labels_contacts_both_ways(), m.labels_messages_on_the_timeline()],
    way: "oauth",
  },
  {
    id: "salesforce",
    name: "Salesforce",
    description: m.labels_brings_contacts_from_salesforce_and_tells,
    category: "CRM",
    complexity: "Medium",
    features: () => [m.labels_contacts_both_ways(), m.labels_every_15_minutes()],
    way: "oauth",
  },
  {
    id: "zoho",
    name: "Zoho CRM",
    description: m.labels_contacts_and_deals_of_zoho_crm,
    category: "CRM",
    complexity: "Medium",
    features: () => [m.labels_contacts()],
  },
  {
    id: "shopify",
    name: "Shopify",
    description: m.labels_orders_fulfilments_and_abandoned_carts_start,
    category: "E-commerce",
    complexity: "Easy",
    features: () => [m.labels_orders(), m.labels_fulfilments(), m.labels_abandoned_carts()],
    way: "oauth",
  },
  {
    id: "mpesa_paybill",
    name: "M-Pesa paybill",
    description: m.labels_payments_of_your_customers_to_your,
    category: "E-commerce",
    complexity: "Advanced",
    features: () => [m.labels_payments_as_events()],
    way: "key",
  },
  {
    id: "woocommerce",
    name: "WooCommerce",
    description: m.labels_orders_of_a_wordpress_shop,
    category: "E-commerce",
    complexity: "Medium",
    features: () => [m.labels_orders()],
  },
  {
    id: "google_sheets",
    name: "Google Sheets",
    description: m.labels_reads_contacts_from_a_sheet_every,
    category: "Analytics",
    complexity: "Easy",
    features: () => [m.labels_contacts_from_a_sheet(), m.labels_results_of_campaigns()],
    way: "oauth",
  },
  {
    id: "google_analytics",
    name: "Google Analytics",
    description: m.labels_visits_that_come_from_your_messages,
    category: "Analytics",
    complexity: "Medium",
    features: () => [m.labels_visits()],
  },
  {
    id: "mailchimp",
    name: "Mailchimp",
    description: m.labels_audiences_of_mailchimp_as_tags,
    category: "Marketing",
    complexity: "Easy",
    features: () => [m.labels_audiences()],
  },
  {
    id: "slack",
    name: "Slack",
    description: m.labels_what_customers_write_appears_in_a,
    category: "Support",
    complexity: "Easy",
    features: () => [m.labels_new_conversations(), m.labels_replies_from_the_thread()],
    way: "oauth",
  },
  {
    id: "zendesk",
    name: "Zendesk",
    description: m.labels_conversations_as_tickets,
    category: "Support",
    complexity: "Medium",
    features: () => [m.labels_tickets()],
  },
  {
    id: "zapier",
    name: "Zapier",
    description: m.labels_starts_your_zaps_when_something_happens,
    category: "Development",
    complexity: "Easy",
    features: () => [m.labels_rest_hooks(), m.labels_messages_by_the_api()],
    way: "hooks",
  },
  {
    id: "make",
    name: "Make",
    description: m.labels_starts_your_scenarios_when_something_happens,
    category: "Development",
    complexity: "Medium",
    features: () => [m.labels_rest_hooks(), m.labels_messages_by_the_api()],
    way: "hooks",
  },
  {
    id: "n8n",
    name: "n8n",
    description: m.labels_starts_your_workflows_when_something_happens,
    category: "Development",
    complexity: "Advanced",
    features: () => [m.labels_rest_hooks(), m.labels_messages_by_the_api()],
    way: "hooks",
  },
]);

export const nameOfService = (id: string): string =>
  integrations.find((integration) => integration.id === id)?.name ?? id;
