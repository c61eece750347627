import { z } from "zod";
import { eventType } from "#app/domain/record/eventType.ts";
import { reasonCodes } from "./words.ts";

/** The bot's name at that time. */
const bot = z.object({ bot: z.string() });
const evaluated = bot.extend({ right: z.number(), total: z.number() });
const ofEntry = bot.extend({ question: z.string() });
const ofSource = z.object({ source: z.string() });
const ofContact = bot.extend({ contact: z.string() });

export const botCreated = eventType({ name: "bot.created", type: "settings", data: bot });
export const botChanged = eventType({ name: "bot.changed", type: "settings", data: bot });
export const botDeleted = eventType({ name: "bot.deleted", type: "settings", status: "warning", data: bot });
/** `why`: a member's reason for publishing a worse bot. */
export const botPublished = eventType({
  name: "bot.published",
  type: "settings",
  data: evaluated.extend({ why: z.string().optional() }),
});
export const botPaused = eventType({ name: "bot.paused", type: "settings", data: bot });
export const botEvaluated = eventType({ name: "bot.evaluated", type: "system", data: evaluated });
/** A live bot is worse than at its publication. */
export const botWorse = eventType({
  name: "bot.worse",
  type: "system",
  status: "warning",
  data: evaluated.extend({ rightBefore: z.number(), totalBefore: z.number() }),
  bell: { to: "everyone", unlessUnread: true },
});
export const entryAdded = eventType({ name: "bot.entry_added", type: "settings", data: ofEntry });
export const entryChanged = eventType({ name: "bot.entry_changed", type: "settings", data: ofEntry });
export const entryDeleted = eventType({ name: "bot.entry_deleted", type: "settings", data: ofEntry });
export const sourceAdded = eventType({ name: "bot.source_added", type: "settings", data: ofSource });
export const sourceDeleted = eventType({ name: "bot.source_deleted", type: "settings", data: ofSource });
export const pageRequested = eventType({ name: "bot.page_requested", type: "settings", data: ofSource });
export const sourceRead = eventType({
  name: "bot.source_read",
  type: "system",
  data: ofSource.extend({ entries: z.number() }),
});
export const sourceNotRead = eventType({
  name: "bot.page_not_read",
  type: "system",
  status: "warning",
  data: ofSource.extend({ problem: z.string() }),
});
export const questionAdded = eventType({ name: "bot.question_added", type: "settings", data: ofEntry });
export const questionDeleted = eventType({ name: "bot.question_deleted", type: "settings", data: ofEntry });
/** `question`: the customer's last message. */
export const handedOver = eventType({
  name: "bot.handed_over",
  type: "message",
  data: ofContact.extend({ reason: z.enum(reasonCodes), question: z.string() }),
  bell: { to: "everyone" },
});
export const botSilenced = eventType({ name: "bot.silenced", type: "message", data: ofContact });
export const givenBack = eventType({ name: "bot.given_back", type: "message", data: ofContact });
