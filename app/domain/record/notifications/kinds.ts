import type { NewsKind } from "./words.ts";

/** The first words of the names of a kind's events, or a whole name, which counts more. */
const names: Record<NewsKind, readonly string[]> = {
  messages: ["message", "conversation", "bot.handed_over"],
  campaigns: ["campaign"],
  templates: ["template"],
  contacts: ["contact", "contact_import", "person_request"],
  money: ["payment", "ledger", "auto_top_up", "invoice", "price", "plan", "wallet", "dispute"],
  whatsapp: ["whatsapp", "whatsapp_number"],
  connections: ["connection", "rule", "webhook_endpoint", "bot"],
  team: ["member", "partner_link", "team"],
  security: ["organisation", "support", "legacy"],
};

const kinds = new Map(
  (Object.entries(names) as [NewsKind, readonly string[]][]).flatMap(([kind, list]) =>
    list.map((name) => [name, kind] as const),
  ),
);

/** Of which kind the news of an event are. */
export const newsKindOf = (event: string): NewsKind =>
  kinds.get(event) ?? kinds.get(event.slice(0, event.indexOf("."))) ?? "security";
