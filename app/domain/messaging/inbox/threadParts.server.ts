import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { conversations } from "#app/db/schema/messaging/conversations.ts";
import { media } from "#app/db/schema/messaging/media.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { isAnyOf, together } from "#app/db/together.server.ts";
import { inWords, notesIn } from "#app/domain/messaging/conversations/notes.server.ts";
import { problemWords } from "#app/domain/messaging/media/errors.ts";
import { mediaKindOf } from "#app/domain/messaging/media/kinds.ts";
import { isShown } from "#app/domain/messaging/media/shown.ts";
import { fileWords } from "#app/domain/messaging/media/words.ts";
import { excerptOf } from "#app/domain/messaging/messages/chatMessage.ts";
import { inReadersWords } from "#app/domain/messaging/messages/inReadersWords.ts";
import { asScheduled, scheduledIn } from "#app/domain/messaging/scheduled/queries.server.ts";
import { smsOfMessages, smsWordsOf } from "#app/domain/messaging/sms/thread.server.ts";
import type { StoredPayload } from "#app/domain/whatsapp/webhookEvents/changes.ts";
import { detailsOf } from "#app/domain/whatsapp/webhookEvents/details.ts";
import type { InboundMessage } from "#app/domain/whatsapp/webhookEvents/events.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { showAd, showOrder, showProducts } from "./showOrder.ts";
import { eventsIn, linesOf } from "./threadEvents.server.ts";

type Message = typeof messages.$inferSelect;
type Conversation = typeof conversations.$inferSelect;

/** Inbound and outbound content share one format. */
const payloadOf = ({ payload }: Pick<Message, "payload">) => (payload ?? {}) as StoredPayload;

/** A message's file, or why it is missing. */
export interface Attachment {
  id: string;
  kind: string;
  state: string;
  /** Why it is missing. */
  problem: string | null;
  fileName: string | null;
  bytes: number | null;
  contentType: string | null;
  /** A browser shows it inline. */
  isShown: boolean;
  thumbnail: { width: number; height: number } | null;
}

/** The content of a thread's messages besides their text. */
export interface ThreadParts {
  attachments: ReadonlyMap<string, Attachment>;
  /** By WhatsApp's id: messages that are quoted or reacted to. */
  quoted: ReadonlyMap<string, { id: string; words: string; isOurs: boolean }>;
  /** By WhatsApp's id of the message: each side has one reaction at most. */
  reactions: ReadonlyMap<string, { emoji: string; isOurs: boolean }[]>;
  sms: ReadonlyMap<string, Awaited<ReturnType<typeof smsOfMessages>>[number]>;
}

/**
 * A thread page's data besides its messages, in one statement: their parts, scheduled messages, and notes and events
 * between `from` and `to`. `rows` are oldest first. `isNewest`: they are the end of the thread, so later rows are included.
 */
export async function readParts(
  tx: Tx,
  conversation: Conversation,
  rows: readonly Message[],
  { isNewest, from, to }: { isNewest: boolean; from: Date | null; to: Date | null },
) {
  const { notes, events, files, sms, quoted, later, scheduled } = await together(tx, {
    notes: notesIn(tx, conversation, { from, to }),
    events: eventsIn(tx, conversation, { from, to }),
    scheduled: scheduledIn(tx, conversation, { isNewest }),
    files: filesOf(tx, conversation.orgId, rows),
    sms: smsOfMessages(tx, conversation.orgId, rows),
    quoted: quotedBy(tx, conversation, rows),
    // The newest page already contains them.
    later: reactionsTo(tx, conversation, isNewest ? [] : rows),
  });
  const parts: ThreadParts = {
    attachments: new Map(files.map((file) => [file.messageId ?? "", attachmentOf(file)])),
    sms: new Map(sms.map((one) => [one.messageId, one])),
    quoted: asQuoted([...rows, ...quoted]),
    reactions: lastReactions([...rows.filter(({ type }) => type === "reaction"), ...later]),
  };
  return {
    notes: notes.map(inWords),
    events: linesOf(events),
    scheduled: scheduled.map(asScheduled),
    parts,
  };
}

function filesOf(tx: Tx, orgId: OrgId, rows: readonly Message[]) {
  const ids = rows.filter(({ type }) => mediaKindOf(type) !== null).map(({ id }) => id);
  return tx
    .select()
    .from(media)
    .where(and(eq(media.orgId, orgId), isAnyOf(media.messageId, ids)));
}

const attachmentOf = (file: typeof media.$inferSelect): Attachment => ({
  id: file.id,
  kind: file.kind,
  state: file.state,
  problem: file.problem && (problemWords[file.problem] ?? problemWords.unreachable!),
  fileName: file.fileName,
  bytes: file.bytes,
  contentType: file.contentType,
  isShown: isShown(file.contentType ?? ""),
  thumbnail:
    file.thumbnailWidth && file.thumbnailHeight
      ? { width: file.thumbnailWidth, height: file.thumbnailHeight }
      : null,
});

/** SQL: messages of this person and number. */
const inThread = ({ orgId, contactId, phoneNumberId }: Conversation) =>
  and(
    eq(messages.orgId, orgId),
    eq(messages.contactId, contactId),
    eq(messages.phoneNumberId, phoneNumberId),
  );

/** Messages outside the page that the page quotes or reacts to. */
function quotedBy(tx: Tx, conversation: Conversation, rows: readonly Message[]) {
  const known = new Set(rows.map(({ wamid }) => wamid));
  const wanted = rows.flatMap((row) => {
    const { context, reaction } = payloadOf(row);
    return [context?.id, reaction?.message_id].filter((id) => id !== undefined);
  });
  const missing = [...new Set(wanted)].filter((wamid) => !known.has(wamid));
  return tx
    .select({ id: messages.id, wamid: messages.wamid, body: messages.body, direction: messages.direction })
    .from(messages)
    .where(and(inThread(conversation), isAnyOf(messages.wamid, missing)));
}

const asQuoted = (rows: readonly Pick<Message, "id" | "wamid" | "body" | "direction">[]) =>
  new Map(
    rows.map((row) => [
      row.wamid ?? "",
      { id: row.id, words: excerptOf(row.body ?? "").slice(0, 120), isOurs: row.direction === "out" },
    ]),
  );

/** Later reactions to these messages; without messages nothing is read. */
function reactionsTo(tx: Tx, conversation: Conversation, rows: readonly Message[]) {
  const wamids = rows.flatMap(({ wamid }) => wamid ?? []);
  return tx
    .select({ state: messages.state, direction: messages.direction, payload: messages.payload })
    .from(messages)
    .where(
      wamids.length === 0
        ? sql`false`
        : and(
            inThread(conversation),
            eq(messages.type, "reaction"),
            isAnyOf(sql`${messages.payload} #>> '{reaction,message_id}'`, wamids),
          ),
    )
    .orderBy(messages.createdAt);
}

type Reaction = Pick<Message, "state" | "direction" | "payload">;

function lastReactions(rows: readonly Reaction[]): ThreadParts["reactions"] {
  const last = new Map<string, { target: string; emoji: string; isOurs: boolean }>();
  for (const row of rows) {
    const { reaction } = payloadOf(row);
    if (!reaction?.message_id || row.state === "failed" || row.state === "cancelled") continue;
    const isOurs = row.direction === "out";
    const side = `${reaction.message_id} ${isOurs}`;
    last.set(side, { target: reaction.message_id, emoji: reaction.emoji ?? "", isOurs });
  }
  const byTarget = new Map<string, { emoji: string; isOurs: boolean }[]>();
  for (const { target, emoji, isOurs } of last.values())
    if (emoji !== "") byTarget.set(target, [...(byTarget.get(target) ?? []), { emoji, isOurs }]);
  return byTarget;
}

/** A message with its parts. */
export function partsOf(message: Message, parts: ThreadParts) {
  const { context, location, contacts, interactive, ...payload } = payloadOf(message);
  const details = message.direction === "in" ? detailsOf({ ...payload, interactive }) : null;
  const kind = mediaKindOf(message.type);
  const attachment = parts.attachments.get(message.id) ?? null;
  const reactionTo = payload.reaction?.message_id;
  const sms = parts.sms.get(message.id);
  const isVoice = message.type === "voice" || payload.audio?.voice === true;
  return {
    attachment: attachment && { ...attachment, words: fileWords(attachment, isVoice) },
    /** The caption of the file; null without a file. */
    caption: kind && attachment ? (captionOf(payload[kind] ?? payload.voice) ?? "") : null,
    isVoice,
    location: message.type === "location" ? (location ?? null) : null,
    cards: message.type === "contacts" ? (contacts ?? []).map(cardOf) : [],
    ad: details?.ad ? showAd(details.ad) : null,
    order: details?.order
      ? showOrder(details.order, payload.placedOrder)
      : showProducts(payload.products, message.body),
    answers: details?.answers ?? [],
    /** The state of its SMS in words. */
    sms: (sms && smsWordsOf(sms, message)) ?? null,
    isRevoked: payload.revokedAt !== undefined,
    /** Earlier versions of an edited message, oldest first. */
    earlierTexts: (payload.edits ?? []).map(({ body }) => inReadersWords(message.type, body)),
    choices: choicesOf(interactive ?? message.payload),
    chosen: interactive?.list_reply?.description ?? null,
    quote: (context?.id && parts.quoted.get(context.id)) || null,
    reactedTo: (reactionTo && parts.quoted.get(reactionTo)) || null,
    isForwarded: context?.forwarded === true || context?.frequently_forwarded === true,
    reactions: [...(parts.reactions.get(message.wamid ?? "") ?? [])],
    /** It has a WhatsApp id, so it can be quoted and reacted to. */
    isKnown:
      message.wamid !== null &&
      message.type !== "reaction" &&
      message.type !== "call" &&
      payload.revokedAt === undefined,
  };
}

const captionOf = (file: { caption?: string } | undefined) => file?.caption;

type Card = NonNullable<InboundMessage["contacts"]>[number];
const cardOf = ({ name, phones = [], emails = [], org }: Card) => ({
  name: name?.formatted_name ?? "",
  phones: phones.flatMap(({ phone, wa_id }) => phone ?? (wa_id ? `+${wa_id}` : [])),
  emails: emails.flatMap(({ email }) => email ?? []),
  company: org?.company ?? "",
});

/** The options of our message, including bots', whose payload is the question itself. */
function choicesOf(interactive: unknown): string[] {
  const { action } = (interactive ?? {}) as {
    action?: {
      buttons?: { reply?: { title?: string } }[];
      sections?: { rows?: { title?: string }[] }[];
    };
  };
  const buttons = (action?.buttons ?? []).map(({ reply }) => reply?.title);
  const rows = (action?.sections ?? []).flatMap((section) => (section.rows ?? []).map(({ title }) => title));
  return [...buttons, ...rows].filter((title) => title !== undefined);
}
