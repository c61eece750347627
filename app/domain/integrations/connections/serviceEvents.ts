import type { ProviderName } from "#app/domain/integrations/connections/words.ts";

/** The events that each service is notified of. */
export const serviceEvents: Record<ProviderName, string[]> = {
  hubspot: [
    "contact.created",
    "contact.created_by_whatsapp",
    "contact.changed",
    "message.received",
    "message.reply_sent",
    "message.template_sent",
  ],
  salesforce: ["contact.created", "contact.created_by_whatsapp", "contact.changed"],
  shopify: [],
  google_sheets: ["campaign.completed"],
  slack: ["message.received"],
  zapier: [],
  make: [],
  n8n: [],
};
