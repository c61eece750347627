/** Choices of the integrations' screens, apart from the schemas, so that a browser gets them without the validation. */

import type { ConnectionStatus, ProviderName } from "#app/db/schema/integrations.ts";

export type { ConnectionStatus, ProviderName };

/** In the order of the filter. */
export const categories = ["CRM", "E-commerce", "Analytics", "Marketing", "Support", "Development"] as const;
export type Category = (typeof categories)[number];
export type Complexity = "Easy" | "Medium" | "Advanced";
export type IntegrationStatus = "connected" | "available" | "coming-soon";

export const statusWords: Readonly<
  Record<IntegrationStatus, { label: string; tone: "good" | "info" | "neutral" }>
> = {
  connected: { label: "Connected", tone: "good" },
  available: { label: "Available", tone: "info" },
  "coming-soon": { label: "Coming soon", tone: "neutral" },
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
    description: "Keeps contacts the same on both sides, with WhatsApp messages on the timeline.",
    category: "CRM",
    complexity: "Easy",
    features: ["Contacts both ways", "Messages on the timeline"],
    way: "oauth",
  },
  {
    id: "salesforce",
    name: "Salesforce",
    description: "Brings contacts from Salesforce, and tells it about new ones.",
    category: "CRM",
    complexity: "Medium",
    features: ["Contacts both ways", "Every 15 minutes"],
    way: "oauth",
  },
  {
    id: "zoho",
    name: "Zoho CRM",
    description: "Contacts and deals of Zoho CRM.",
    category: "CRM",
    complexity: "Medium",
    features: ["Contacts"],
  },
  {
    id: "shopify",
    name: "Shopify",
    description: "Orders, fulfilments and abandoned carts start rules that send templates.",
    category: "E-commerce",
    complexity: "Easy",
    features: ["Orders", "Fulfilments", "Abandoned carts"],
    way: "oauth",
  },
  {
    id: "mpesa_paybill",
    name: "M-Pesa paybill",
    description: "Payments of your customers to your own paybill start rules.",
    category: "E-commerce",
    complexity: "Advanced",
    features: ["Payments as events"],
    way: "key",
  },
  {
    id: "woocommerce",
    name: "WooCommerce",
    description: "Orders of a WordPress shop.",
    category: "E-commerce",
    complexity: "Medium",
    features: ["Orders"],
  },
  {
    id: "google_sheets",
    name: "Google Sheets",
    description: "Reads contacts from a sheet every 15 minutes, and writes the results of campaigns into it.",
    category: "Analytics",
    complexity: "Easy",
    features: ["Contacts from a sheet", "Results of campaigns"],
    way: "oauth",
  },
  {
    id: "google_analytics",
    name: "Google Analytics",
    description: "Visits that come from your messages.",
    category: "Analytics",
    complexity: "Medium",
    features: ["Visits"],
  },
  {
    id: "mailchimp",
    name: "Mailchimp",
    description: "Audiences of Mailchimp as tags.",
    category: "Marketing",
    complexity: "Easy",
    features: ["Audiences"],
  },
  {
    id: "slack",
    name: "Slack",
    description: "What customers write appears in a channel, and a reply in its thread goes to the customer.",
    category: "Support",
    complexity: "Easy",
    features: ["New conversations", "Replies from the thread"],
    way: "oauth",
  },
  {
    id: "zendesk",
    name: "Zendesk",
    description: "Conversations as tickets.",
    category: "Support",
    complexity: "Medium",
    features: ["Tickets"],
  },
  {
    id: "zapier",
    name: "Zapier",
    description: "Starts your Zaps when something happens, and sends messages from them.",
    category: "Development",
    complexity: "Easy",
    features: ["REST hooks", "Messages by the API"],
    way: "hooks",
  },
  {
    id: "make",
    name: "Make",
    description: "Starts your scenarios when something happens, and sends messages from them.",
    category: "Development",
    complexity: "Medium",
    features: ["REST hooks", "Messages by the API"],
    way: "hooks",
  },
  {
    id: "n8n",
    name: "n8n",
    description: "Starts your workflows when something happens, and sends messages from them.",
    category: "Development",
    complexity: "Advanced",
    features: ["REST hooks", "Messages by the API"],
    way: "hooks",
  },
];

export const nameOfService = (id: string): string =>
  integrations.find((integration) => integration.id === id)?.name ?? id;

/** What the log of a connection calls its entries. */
export const logWords: Readonly<Record<string, string>> = {
  "connection.made": "Connected",
  "connection.ended": "Disconnected",
  "token.refreshed": "Access renewed",
  "token.refused": "Access refused",
  "contact.sent": "Contact sent",
  "contact.received": "Contact received",
  "contacts.read": "Contacts read",
  "message.sent": "Message passed on",
  "message.received": "Reply received",
  "result.sent": "Result written",
  "order.received": "Order received",
  "cart.received": "Cart received",
  "payment.received": "Payment received",
  failed: "Failed",
};
