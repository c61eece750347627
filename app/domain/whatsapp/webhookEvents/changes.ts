import { type InboundMessage, readableBody, timeOf, typeOf } from "./events.ts";

/** A customer's edit or revocation of a message. */
export interface Change {
  /** The notice's own id. */
  wamid: string;
  originalWamid: string;
  from: string | undefined;
  fromUserId: string | undefined;
  at: string;
  /** The edited message; null: revoked. */
  edited: InboundMessage | null;
}

/** The stored payload of a message: Meta's fields and ours. */
export interface StoredPayload extends InboundMessage {
  /** Earlier texts of an edited message, oldest first, each with the time of its edit. */
  edits?: { body: string; until: string }[];
  /** The time of the revocation. */
  revokedAt?: string;
  /** Of a notice: our id of the changed message. */
  changes?: string;
  /** Of a cart: the order that it became, and the names of its products; empty for unknown ones. */
  placedOrder?: { id: string; number: number; names?: string[] };
  /** Of our catalogue message. */
  products?: { name: string; priceCents: number }[];
}

/** The message's edit or revocation; undefined for any other message. */
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
 * A message after an edit or revocation. An edit adds the replaced text to the earlier ones; a late edit,
 * older than the newest, is only added to them. A revoked message is emptied for good.
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
