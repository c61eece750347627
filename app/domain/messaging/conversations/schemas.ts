import { z } from "zod";
import { contactTags, maxTagLength } from "#app/domain/contacts/schemas.ts";
import { maxReplyLength } from "#app/domain/messaging/messages/fieldRules.ts";
import { typedText } from "#app/domain/messaging/messages/schemas.ts";
import { atMost } from "#app/platform/forms/checks.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { conversationStates, queues, settableStates } from "./words.ts";

export const maxDraftLength = 65_536;

/** A member's draft: longer than a message may be, so that nothing is lost before it is shortened. */
export const draftText = z
  .string()
  .max(maxDraftLength, { error: m.checks_draft_too_long })
  .transform((text) => text.replaceAll("\r\n", "\n"));

export const conversationId = idOf("conversation", z.string().max(64));

const mostAtOnce = 200;

/** The conversations of one page that a bulk action applies to. */
export const conversationIds = z
  .union([conversationId.transform((id) => [id]), z.array(conversationId)], {
    error: () => m.checks_conversations_required(),
  })
  .refine((ids) => ids.length > 0, { error: m.checks_conversations_required })
  .refine((ids) => ids.length <= mostAtOnce, {
    error: () => m.checks_conversations_too_many({ most: mostAtOnce }),
  });

/** The owner of each conversation as the caller saw it, by its id; omitted ones are unassigned. */
export const owners = z.record(z.string().max(64), z.string().max(64)).default({});

/** The `lastMessageId` of the conversation as the writer saw it. */
export const seenMessage = z.string().max(64).optional();

export const conversationState = z.enum(settableStates, { error: m.checks_conversation_state_required });

/** When a snooze ends, by the clocks of the organisation: the value of a `datetime-local` field. */
export const snoozeTime = z
  .string({ error: m.checks_snooze_time_required })
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/, { error: m.checks_snooze_time_required });

/** A member's id, or empty: no one. */
export const ownerId = idOf("member", z.string().max(64)).default("");

/** The owner as the caller saw it: compared, and not looked up. */
export const seenOwner = z.string().max(64).default("");

/** Of one vocabulary with the tags of contacts. */
export const labels = contactTags;

export const noteText = typedText
  .refine((text) => text !== "", { error: m.checks_note_required })
  .refine((text) => text.length <= maxReplyLength, {
    error: () => m.checks_note_too_long({ most: formatCount(maxReplyLength) }),
  });

const oneLabel = z.string().trim().toLowerCase().max(maxTagLength).default("").catch("");

const ticked = z.preprocess((value) => value === "on" || value === true || value === "true", z.boolean());

/** The filters of the list, as query parameters. An unknown queue means none. */
export const conversationFilters = z.object({
  queue: z.enum(queues).optional().catch(undefined),
  state: z.enum(conversationStates).optional().catch(undefined),
  label: oneLabel,
  tag: oneLabel,
  unread: ticked.default(false),
  late: ticked.default(false),
  ad: ticked.default(false),
  number: z.string().max(64).default("").catch(""),
  member: z.string().max(64).default("").catch(""),
  team: z.string().max(64).default("").catch(""),
});

/** Name, part of a phone number, or words of any message that is no campaign's. */
export const searchText = z.string().trim().max(100, atMost(m.checks_search_too_long)).default("");

/** Position in a thread, as an earlier answer gave it: milliseconds and id of a message. */
export const threadCursor = z
  .string()
  .regex(/^\d{1,15}\.msg_\w{1,60}$/, { error: m.checks_thread_cursor_invalid })
  .optional();
