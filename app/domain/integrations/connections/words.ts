/** Choices of the integrations' screens, apart from the schemas, so that a browser gets them without the validation. */

import type { ConnectionStatus, ProviderName } from "#app/db/schema/integrations.ts";
import { m } from "#messages";

export type { ConnectionStatus, ProviderName };

/** In the order of the filter. */
export const categories = ["CRM", "E-commerce", "Analytics", "Marketing", "Support", "Development"] as const;
export type Category = (typeof categories)[number];
export type Complexity = "Easy" | "Medium" | "Advanced";

export const categoryWords: Readonly<Record<Category, string>> = {
  CRM: "CRM",
  get "E-commerce"() {
    return m.labels_e_commerce();
  },
  get Analytics() {
    return m.labels_analytics();
  },
  get Marketing() {
    return m.labels_marketing();
  },
  get Support() {
    return m.labels_support();
  },
  get Development() {
    return m.labels_development();
  },
};
export const complexityWords: Readonly<Record<Complexity, string>> = {
  get Easy() {
    return m.labels_easy();
  },
  get Medium() {
    return m.labels_setup_medium();
  },
  get Advanced() {
    return m.labels_advanced();
  },
};

export type IntegrationStatus = "connected" | "available" | "coming-soon";

export const statusWords: Readonly<
  Record<IntegrationStatus, { label: string; tone: "good" | "info" | "neutral" }>
> = {
  connected: {
    get label() {
      return m.labels_connected();
    },
    tone: "good",
  },
  available: {
    get label() {
      return m.labels_available();
    },
    tone: "info",
  },
  "coming-soon": {
    get label() {
      return m.labels_coming_soon();
    },
    tone: "neutral",
  },
};

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
export const integrations: readonly Integration[] = [
  {
    id: "hubspot",
    name: "HubSpot",
    get description() {
      return m.labels_keeps_contacts_the_same_on_both();
    },
    category: "CRM",
    complexity: "Easy",
    get features() {
      return [m.labels_contacts_both_ways(), m.labels_messages_on_the_timeline()];
    },
    way: "oauth",
  },
  {
    id: "salesforce",
    name: "Salesforce",
    get description() {
      return m.labels_brings_contacts_from_salesforce_and_tells();
    },
    category: "CRM",
    complexity: "Medium",
    get features() {
      return [m.labels_contacts_both_ways(), m.labels_every_15_minutes()];
    },
    way: "oauth",
  },
  {
    id: "zoho",
    name: "Zoho CRM",
    get description() {
      return m.labels_contacts_and_deals_of_zoho_crm();
    },
    category: "CRM",
    complexity: "Medium",
    get features() {
      return [m.labels_contacts()];
    },
  },
  {
    id: "shopify",
    name: "Shopify",
    get description() {
      return m.labels_orders_fulfilments_and_abandoned_carts_start();
    },
    category: "E-commerce",
    complexity: "Easy",
    get features() {
      return [m.labels_orders(), m.labels_fulfilments(), m.labels_abandoned_carts()];
    },
    way: "oauth",
  },
  {
    id: "mpesa_paybill",
    name: "M-Pesa paybill",
    get description() {
      return m.labels_payments_of_your_customers_to_your();
    },
    category: "E-commerce",
    complexity: "Advanced",
    get features() {
      return [m.labels_payments_as_events()];
    },
    way: "key",
  },
  {
    id: "woocommerce",
    name: "WooCommerce",
    get description() {
      return m.labels_orders_of_a_wordpress_shop();
    },
    category: "E-commerce",
    complexity: "Medium",
    get features() {
      return [m.labels_orders()];
    },
  },
  {
    id: "google_sheets",
    name: "Google Sheets",
    get description() {
      return m.labels_reads_contacts_from_a_sheet_every();
    },
    category: "Analytics",
    complexity: "Easy",
    get features() {
      return [m.labels_contacts_from_a_sheet(), m.labels_results_of_campaigns()];
    },
    way: "oauth",
  },
  {
    id: "google_analytics",
    name: "Google Analytics",
    get description() {
      return m.labels_visits_that_come_from_your_messages();
    },
    category: "Analytics",
    complexity: "Medium",
    get features() {
      return [m.labels_visits()];
    },
  },
  {
    id: "mailchimp",
    name: "Mailchimp",
    get description() {
      return m.labels_audiences_of_mailchimp_as_tags();
    },
    category: "Marketing",
    complexity: "Easy",
    get features() {
      return [m.labels_audiences()];
    },
  },
  {
    id: "slack",
    name: "Slack",
    get description() {
      return m.labels_what_customers_write_appears_in_a();
    },
    category: "Support",
    complexity: "Easy",
    get features() {
      return [m.labels_new_conversations(), m.labels_replies_from_the_thread()];
    },
    way: "oauth",
  },
  {
    id: "zendesk",
    name: "Zendesk",
    get description() {
      return m.labels_conversations_as_tickets();
    },
    category: "Support",
    complexity: "Medium",
    get features() {
      return [m.labels_tickets()];
    },
  },
  {
    id: "zapier",
    name: "Zapier",
    get description() {
      return m.labels_starts_your_zaps_when_something_happens();
    },
    category: "Development",
    complexity: "Easy",
    get features() {
      return [m.labels_rest_hooks(), m.labels_messages_by_the_api()];
    },
    way: "hooks",
  },
  {
    id: "make",
    name: "Make",
    get description() {
      return m.labels_starts_your_scenarios_when_something_happens();
    },
    category: "Development",
    complexity: "Medium",
    get features() {
      return [m.labels_rest_hooks(), m.labels_messages_by_the_api()];
    },
    way: "hooks",
  },
  {
    id: "n8n",
    name: "n8n",
    get description() {
      return m.labels_starts_your_workflows_when_something_happens();
    },
    category: "Development",
    complexity: "Advanced",
    get features() {
      return [m.labels_rest_hooks(), m.labels_messages_by_the_api()];
    },
    way: "hooks",
  },
];

export const nameOfService = (id: string): string =>
  integrations.find((integration) => integration.id === id)?.name ?? id;
