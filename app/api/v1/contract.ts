import { account } from "./account.server.ts";
import { campaigns } from "./campaigns.server.ts";
import { contacts } from "./contacts.server.ts";
import { conversations } from "./conversations.server.ts";
import { deals } from "./deals.server.ts";
import { dues } from "./dues.server.ts";
import { restHooks } from "./hooks.server.ts";
import { media } from "./media.server.ts";
import { messages } from "./messages.server.ts";
import { orders } from "./orders.server.ts";
import { paymentRequests } from "./paymentRequests.server.ts";
import { sequences } from "./sequences.server.ts";
import { tasks } from "./tasks.server.ts";
import { templates } from "./templates.server.ts";
import { webhooks } from "./webhooks.server.ts";

/**
 * Every call of the public API, by `METHOD /path`, in the order of the documentation. Server, document, pages
 * and tests derive from this list.
 */
export const v1 = {
  ...messages,
  ...templates,
  ...contacts,
  ...campaigns,
  ...conversations,
  ...deals,
  ...tasks,
  ...orders,
  ...paymentRequests,
  ...dues,
  ...sequences,
  ...media,
  ...account,
  ...webhooks,
  ...restHooks,
};
