/**
 * Choices of the integrations' screens, apart from the schemas, so that browsers load them without the
 * validation.
 */

import type { ConnectionStatus, ProviderName } from "#app/db/schema/integrations/connections.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Minutes between two polls of a service that does not send changes. */
export const everyMinutes = 15;

export type { ConnectionStatus, ProviderName };

/** In the order of the filter. */
export const categories = ["CRM", "E-commerce", "Analytics", "Marketing", "Support", "Development"] as const;
export type Category = (typeof categories)[number];
export type Complexity = "Easy" | "Medium" | "Advanced";

export const categoryWords: Readonly<Record<Category, string>> = lazy({
  CRM: "CRM",
  "E-commerce": m.integrations_category_e_commerce,
  Analytics: m.integrations_category_analytics,
  Marketing: m.common_kind_marketing,
  Support: m.common_support,
  Development: m.integrations_category_development,
});
export const complexityWords: Readonly<Record<Complexity, string>> = lazy({
  Easy: m.integrations_complexity_easy,
  Medium: m.integrations_complexity_medium,
  Advanced: m.integrations_complexity_advanced,
});

export type IntegrationStatus = "connected" | "available" | "coming-soon";

export const statusWords: Readonly<
  Record<IntegrationStatus, { label: string; tone: "good" | "info" | "neutral" }>
> = lazy({
  connected: { label: m.common_connected, tone: "good" },
  available: { label: m.integrations_status_available, tone: "info" },
  "coming-soon": { label: m.integrations_status_coming_soon, tone: "neutral" },
});

export interface Integration {
  id: string;
  name: string;
  description: string;
  category: Category;
  complexity: Complexity;
  features: readonly string[];
  /** How it is connected; absent: not available yet. */
  way?: "oauth" | "hooks";
}

/** The offered integrations, in the order of the screen. */
export const integrations: readonly Integration[] = lazy([
  {
    id: "hubspot",
    name: "HubSpot",
    description: m.integrations_hubspot_description,
    category: "CRM",
    complexity: "Easy",
    features: () => [m.integrations_feature_two_way_sync(), m.integrations_hubspot_feature_timeline()],
    way: "oauth",
  },
  {
    id: "salesforce",
    name: "Salesforce",
    description: m.integrations_salesforce_description,
    category: "CRM",
    complexity: "Medium",
    features: () => [
      m.integrations_feature_two_way_sync(),
      m.integrations_feature_every_minutes({ minutes: everyMinutes }),
    ],
    way: "oauth",
  },
  {
    id: "zoho",
    name: "Zoho CRM",
    description: m.integrations_zoho_description,
    category: "CRM",
    complexity: "Medium",
    features: () => [m.common_contacts()],
  },
  {
    id: "shopify",
    name: "Shopify",
    description: m.integrations_shopify_description,
    category: "E-commerce",
    complexity: "Easy",
    features: () => [
      m.integrations_feature_orders(),
      m.integrations_feature_fulfilments(),
      m.integrations_feature_abandoned_carts(),
    ],
    way: "oauth",
  },
  {
    id: "woocommerce",
    name: "WooCommerce",
    description: m.integrations_woocommerce_description,
    category: "E-commerce",
    complexity: "Medium",
    features: () => [m.integrations_feature_orders()],
  },
  {
    id: "google_sheets",
    name: "Google Sheets",
    description: () => m.integrations_sheets_description({ minutes: everyMinutes }),
    category: "Analytics",
    complexity: "Easy",
    features: () => [m.integrations_sheets_feature_contacts(), m.integrations_sheets_feature_results()],
    way: "oauth",
  },
  {
    id: "google_analytics",
    name: "Google Analytics",
    description: m.integrations_analytics_description,
    category: "Analytics",
    complexity: "Medium",
    features: () => [m.integrations_analytics_feature_visits()],
  },
  {
    id: "mailchimp",
    name: "Mailchimp",
    description: m.integrations_mailchimp_description,
    category: "Marketing",
    complexity: "Easy",
    features: () => [m.integrations_mailchimp_feature_audiences()],
  },
  {
    id: "slack",
    name: "Slack",
    description: m.integrations_slack_description,
    category: "Support",
    complexity: "Easy",
    features: () => [m.integrations_slack_feature_conversations(), m.integrations_slack_feature_replies()],
    way: "oauth",
  },
  {
    id: "zendesk",
    name: "Zendesk",
    description: m.integrations_zendesk_description,
    category: "Support",
    complexity: "Medium",
    features: () => [m.integrations_zendesk_feature_tickets()],
  },
  {
    id: "zapier",
    name: "Zapier",
    description: m.integrations_zapier_description,
    category: "Development",
    complexity: "Easy",
    features: () => [m.integrations_feature_rest_hooks(), m.integrations_feature_api_messages()],
    way: "hooks",
  },
  {
    id: "make",
    name: "Make",
    description: m.integrations_make_description,
    category: "Development",
    complexity: "Medium",
    features: () => [m.integrations_feature_rest_hooks(), m.integrations_feature_api_messages()],
    way: "hooks",
  },
  {
    id: "n8n",
    name: "n8n",
    description: m.integrations_n8n_description,
    category: "Development",
    complexity: "Advanced",
    features: () => [m.integrations_feature_rest_hooks(), m.integrations_feature_api_messages()],
    way: "hooks",
  },
]);

export const nameOfService = (id: string): string =>
  integrations.find((integration) => integration.id === id)?.name ?? id;
