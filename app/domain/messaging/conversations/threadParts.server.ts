import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { media } from "#app/db/schema/media.ts";
import { type conversations, messages } from "#app/db/schema/messaging.ts";
import { problemWords } from "#app/domain/messaging/media/errors.ts";
import { mediaKindOf } from "#app/domain/messaging/media/kinds.ts";
import { isShown } from "#app/domain/messaging/media/shown.ts";
import { fileWords } from "#app/domain/messaging/media/words.ts";
import type { StoredPayload } from "#app/domain/whatsapp/inbox/changes.ts";
import { detailsOf } from "#app/domain/whatsapp/inbox/details.ts";
import type { InboundMessage } from "#app/domain/whatsapp/inbox/events.ts";
import { excerptOf } from "./chatMessage.ts";
import { inReadersWords } from "./inReadersWords.ts";
import { showOrder } from "./showOrder.ts";

type Message = typeof messages.$inferSelect;
type Conversation = typeof conversations.$inferSelect;

/** Both directions keep their content in one form. */
const payloadOf = ({ payload }: Message) => (payload ?? {}) as StoredPayload;

/** The file of a message, as far as it is here. */
export interface Attachment {
  id: string;
  kind: string;
  state: string;
  /** Why it is not here. */
  problem: string | null;
  fileName: string | null;
  bytes: number | null;
  contentType: string | null;
  /** A browser shows it by itself. */
  isShown: boolean;
  thumbnail: { width: number; height: number } | null;
}

/** What messages of a thread have besides their words. */
export interface ThreadParts {
  attachments: ReadonlyMap<string, Attachment>;
  /** By WhatsApp's id: the messages that others answer or react to. */
  quoted: ReadonlyMap<string, { id: string; words: string; isOurs: boolean }>;
  /** By WhatsApp's id of the message: each side has one reaction at most. */
  reactions: ReadonlyMap<string, { emoji: string; isOurs: boolean }[]>;
}

/** Reads them for `rows`, oldest first. `isNewest`: they are the end of the thread, so that what came later is among them. */
export async function readParts(
  tx: Tx,
  conversation: Conversation,
  rows: readonly Message[],
  isNewest: boolean,
): Promise<ThreadParts> {
  const later = isNewest ? [] : await reactionsTo(tx, conversation, rows);
  return {
    attachments: await readAttachments(tx, conversation, rows),
    quoted: await readQuoted(tx, conversation, rows),
    reactions: lastReactions([...rows.filter(({ type }) => type === "reaction"), ...later]),
  };
}

async function readAttachments(tx: Tx, { orgId }: Conversation, rows: readonly Message[]) {
  const ids = rows.filter(({ type }) => mediaKindOf(type) !== null).map(({ id }) => id);
  const files =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(media)
          .where(and(eq(media.orgId, orgId), inArray(media.messageId, ids)));
  return new Map(files.map((file) => [file.messageId ?? "", attachmentOf(file)]));
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

async function readQuoted(tx: Tx, conversation: Conversation, rows: readonly Message[]) {
  const known = new Map(rows.flatMap((row) => (row.wamid ? [[row.wamid, row] as const] : [])));
  const wanted = rows.flatMap((row) => {
    const { context, reaction } = payloadOf(row);
    return [context?.id, reaction?.message_id].filter((id) => id !== undefined);
  });
  const missing = [...new Set(wanted)].filter((wamid) => !known.has(wamid));
  const found =
    missing.length === 0
      ? []
      : await tx
          .select()
          .from(messages)
          .where(and(inThread(conversation), inArray(messages.wamid, missing)));
  return new Map(
    [...known.values(), ...found].map((row) => [
      row.wamid ?? "",
      { id: row.id, words: excerptOf(row.body ?? "").slice(0, 120), isOurs: row.direction === "out" },
    ]),
  );
}

/** Reactions that came after a page that is not the end of the thread. */
async function reactionsTo(tx: Tx, conversation: Conversation, rows: readonly Message[]): Promise<Message[]> {
  const wamids = rows.flatMap(({ wamid }) => wamid ?? []);
  const newest = rows.at(-1);
  if (wamids.length === 0 || !newest) return [];
  return tx
    .select()
    .from(messages)
    .where(
      and(
        inThread(conversation),
        eq(messages.type, "reaction"),
        inArray(sql`${messages.payload} #>> '{reaction,message_id}'`, wamids),
      ),
    )
    .orderBy(messages.createdAt);
}

function lastReactions(rows: readonly Message[]): ThreadParts["reactions"] {
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
  const isVoice = message.type === "voice" || payload.audio?.voice === true;
  return {
    attachment: attachment && { ...attachment, words: fileWords(attachment, isVoice) },
    /** What stands under the file; null where the message has its words. */
    caption: kind && attachment ? (captionOf(payload[kind] ?? payload.voice) ?? "") : null,
    isVoice,
    location: message.type === "location" ? (location ?? null) : null,
    cards: message.type === "contacts" ? (contacts ?? []).map(cardOf) : [],
    ad: details?.ad ?? null,
    order: details?.order ? showOrder(details.order) : null,
    answers: details?.answers ?? [],
    isRevoked: payload.revokedAt !== undefined,
    /** What it said before the customer edited it, oldest first. */
    earlierTexts: (payload.edits ?? []).map(({ body }) => inReadersWords(message.type, body)),
    choices: choicesOf(interactive ?? message.payload),
    chosen: interactive?.list_reply?.description ?? null,
    quote: (context?.id && parts.quoted.get(context.id)) || null,
    reactedTo: (reactionTo && parts.quoted.get(reactionTo)) || null,
    isForwarded: context?.forwarded === true || context?.frequently_forwarded === true,
    reactions: [...(parts.reactions.get(message.wamid ?? "") ?? [])],
    /** WhatsApp knows it: it can be answered and reacted to. */
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

/** The answers that a message of ours offers, also of bots, whose payload is the question itself. */
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
