import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import {
  awayMessageSent,
  reactionSent,
  replySent,
  satisfactionRequested,
  templateSent,
} from "#app/domain/messaging/events.ts";
import { eventOf, type RecordedEvent } from "#app/domain/record/record.server.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import type { OpenConversation } from "./openForSending.server.ts";
import type { OutboundPayload, OutboundType } from "./outboundPayload.ts";

/** The end of a message id that one form makes: the same for the same organisation and key. */
export const idEndOf = (ctx: OrgContext, key: string): string =>
  createHash("sha256").update(`${ctx.orgId}:${key}`).digest("hex").slice(0, idEndLength);

const idEndLength = 20;

/** The message that a form with this key has made before. Call it while `openForSending` holds the conversation. */
export async function findQueued(
  tx: Tx,
  ctx: OrgContext,
  open: OpenConversation,
  key: string,
): Promise<string | undefined> {
  const idEnd = idEndOf(ctx, key);
  return (await findAllQueued(tx, ctx, [{ contactId: open.contact.id, idEnd }])).get(idEnd);
}

/** The same for many, by the ends of their ids. */
export async function findAllQueued(
  tx: Tx,
  { orgId }: OrgContext,
  drafts: readonly { contactId: string; idEnd: string }[],
): Promise<Map<string, string>> {
  if (drafts.length === 0) return new Map();
  const rows = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.orgId, orgId),
        inArray(
          messages.contactId,
          drafts.map(({ contactId }) => contactId),
        ),
        inArray(
          sql`right(${messages.id}, ${idEndLength})`,
          drafts.map(({ idEnd }) => idEnd),
        ),
      ),
    );
  return new Map(rows.map(({ id }) => [id.slice(-idEndLength), id]));
}

export type SingleRow = typeof messages.$inferSelect;

export type FreeContent =
  | { type: "text"; payload?: OutboundPayload | undefined }
  | { type: "interactive"; interactive: object }
  | { type: OutboundType; payload: OutboundPayload };

export interface TemplateContent {
  type: "template";
  templateId: string;
  templateName: string;
  variables: Record<string, string>;
}

/** A message to one person. */
export interface SingleMessage {
  /** The same key again returns the message of the first time. */
  key: string;
  /** What it says. */
  body: string;
  content: FreeContent | TemplateContent;
  /** It is sent once other work sets `dueAt`. */
  waits?: boolean | undefined;
}

/** The row of a new message. */
const untouched = {
  ...{
    campaignId: null,
    sequence: null,
    wamid: null,
    errorCode: null,
    errorDetail: null,
    metaCategory: null,
  },
  ...{
    metaType: null,
    attempts: 0,
    doubts: 0,
    inDoubtSince: null,
    fallback: null,
    acceptedAt: null,
    sentAt: null,
  },
  ...{ deliveredAt: null, readAt: null, failedAt: null },
};

/** The row of a message that is queued now. */
export function singleRow(
  ctx: OrgContext,
  open: OpenConversation,
  { key, body, content, waits }: SingleMessage,
): SingleRow {
  const now = ctx.clock.now();
  const interactive = "interactive" in content ? content.interactive : null;
  return {
    ...untouched,
    orgId: ctx.orgId,
    // An id like those of app/platform/ids.ts, with the form's key in place of random bits.
    id: `msg_${now.getTime().toString(16).padStart(12, "0")}${idEndOf(ctx, key)}`,
    direction: "out",
    type: content.type,
    state: "queued",
    phoneNumberId: open.conversation.phoneNumberId,
    contactId: open.contact.id,
    recipient: open.recipient,
    authorUserId: userOf(ctx.actor),
    body,
    searchText: null,
    payload: "payload" in content ? (content.payload ?? null) : interactive,
    templateId: content.type === "template" ? content.templateId : null,
    variables: content.type === "template" ? content.variables : null,
    dueAt: waits ? null : now,
    createdAt: now,
  };
}

const automaticEvents = { away: awayMessageSent, satisfaction: satisfactionRequested };
export type AutomaticMessage = keyof typeof automaticEvents;

/** The event of a message that is queued. */
export function sentEvent(
  { conversation, contact }: OpenConversation,
  {
    automatic,
    content,
  }: { automatic?: AutomaticMessage | undefined; content: FreeContent | TemplateContent },
  messageId: string,
): RecordedEvent {
  const subject = conversation.id;
  const to = { contactId: contact.id, contact: contact.name, phone: contact.phone, messageId };
  if (automatic) return eventOf(automaticEvents[automatic], { subject, data: to });
  if (content.type === "template")
    return eventOf(templateSent, { subject, data: { ...to, template: content.templateName } });
  const reaction = "payload" in content ? content.payload?.reaction : undefined;
  return reaction
    ? eventOf(reactionSent, { subject, data: { ...to, emoji: reaction.emoji ?? "" } })
    : eventOf(replySent, { subject, data: to });
}
