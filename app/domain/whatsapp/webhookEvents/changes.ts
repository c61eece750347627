import { type InboundMessage, readableBody, timeOf, typeOf } from "./events.ts";

/** A notice that a customer edited or revoked a message. */
export interface Change {
  /** Of the notice. */
  wamid: string;
  originalWamid: string;
  from: string | undefined;
  fromUserId: string | undefined;
  at: string;
  /** The message's new text; null: revoked. */
  edited: InboundMessage | null;
}

/** What is stored of a message beyond Meta's own fields. */
export interface StoredPayload extends InboundMessage {
  /** Earlier texts of an edited message, oldest first, and until when each of them stood. */
  edits?: { body: string; until: string }[];
  /** When the customer revoked it. */
  revokedAt?: string;
  /** Of a notice: our id of the message that it changed. */
  changes?: string;
}

/** The change in a message; undefined when it is not such a notice. */
export function changeOf(message: InboundMessage, now: Date): Change | undefined {
  const original = message.edit?.original_message_id ?? message.revoke?.original_message_id;
  const edited = message.type === "edit" ? message.edit?.message : null;
  if (!message.id || !original || message.group_id || edited === undefined) return undefined;
  if (message.type !== "edit" && message.type !== "revoke") return undefined;
  return {
    wamid: message.id,
    originalWamid: original,
    from: message.from,
    fromUserId: message.from_user_id,
    at: timeOf(message.timestamp, now).toISOString(),
    edited,
  };
}

interface Said {
  body: string | null;
  payload: StoredPayload | null;
}

/**
 * A message after a change. An edit keeps the earlier text; an edit older than the newest one is only added
 * to the earlier texts. A revoked message is emptied, and stays so.
 */
export function changed({ body, payload }: Said, { edited, at }: Change): Said {
  const before = payload ?? {};
  if (before.revokedAt) return { body, payload };
  if (edited === null) {
    const { id, from, from_user_id, timestamp, type } = before;
    return {
      body: null,
      payload: { ...defined({ id, from, from_user_id, timestamp, type }), revokedAt: at },
    };
  }
  const { id: _, from: __, from_user_id: ___, timestamp: ____, context: _____, ...content } = edited;
  const edits = before.edits ?? [];
  const newest = edits.at(-1)?.until ?? "";
  if (at < newest)
    return {
      body,
      payload: { ...before, edits: inOrder([...edits, { body: readableBody(edited), until: newest }]) },
    };
  const next = { ...before, ...content, type: typeOf(before) };
  return {
    body: readableBody(next),
    payload: { ...next, edits: inOrder([...edits, { body: body ?? "", until: at }]) },
  };
}

const inOrder = (edits: NonNullable<StoredPayload["edits"]>) =>
  edits.toSorted((one, other) => one.until.localeCompare(other.until));

const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
