import { clientOf, type Queryable, type Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { emptyThread, type ThreadMessage, type ThreadState } from "./threadState.ts";

export interface LockedThread extends ThreadState {
  id: string;
  contactId: string;
  updatedAt: Date;
}

interface Place {
  orgId: OrgId;
  phoneNumberId: string;
}

const lockText = `
select id, contact_id as "contactId", last_message_at as "lastMessageAt", last_message as "lastMessage",
  last_message_id as "lastMessageId", unread, window_ends_at as "windowEndsAt", state, waiting_since as "waitingSince",
  snoozed_until as "snoozedUntil", snoozed_waiting_since as "snoozedWaitingSince",
  awaits_first_reply as "awaitsFirstReply", assigned_to as "assignedTo", updated_at as "updatedAt"
from conversations where org_id = $1 and phone_number_id = $2 and contact_id = any($3::text[])
order by id for update`;

/** Locks the conversations of people with a number, and begins those that are missing, by the first message of each. */
export async function lockThreads(
  tx: Tx,
  place: Place,
  firsts: ReadonlyMap<string, ThreadMessage>,
): Promise<{ threads: Map<string, LockedThread>; isOnDuty: (userId: string) => boolean }> {
  const client = clientOf(tx);
  const { orgId, phoneNumberId } = place;
  const lock = async (contactIds: readonly string[]) =>
    (
      await client.query<LockedThread>({
        name: "lock-threads",
        text: lockText,
        values: [orgId, phoneNumberId, contactIds],
      })
    ).rows;
  const rows = await lock([...firsts.keys()]);
  const threads = new Map(rows.map((row) => [row.contactId, row]));
  const missing = [...firsts].filter(([contactId]) => !threads.has(contactId));
  if (missing.length > 0) {
    for (const row of await begin(client, place, missing)) threads.set(row.contactId, row);
    // Rows created first by another process exist by now.
    const others = missing.map(([contactId]) => contactId).filter((contactId) => !threads.has(contactId));
    if (others.length > 0) for (const row of await lock(others)) threads.set(row.contactId, row);
  }
  const owners = [...threads.values()].flatMap(({ state, assignedTo }) =>
    state === "closed" && assignedTo !== null ? [assignedTo] : [],
  );
  const onDuty = await membersOnDuty(client, orgId, owners);
  return { threads, isOnDuty: (userId) => onDuty.has(userId) };
}

async function begin(
  client: Queryable,
  { orgId, phoneNumberId }: Place,
  missing: readonly (readonly [string, ThreadMessage])[],
): Promise<LockedThread[]> {
  const begun = missing.map(([contactId, first]): LockedThread => {
    const id = newId("cnv", first.at.getTime());
    return { ...emptyThread(first), id, contactId, updatedAt: first.at };
  });
  const { rows } = await client.query<{ id: string }>({
    name: "begin-threads",
    text: `insert into conversations (org_id, phone_number_id, id, contact_id, last_message_at)
      select $1, $2, id, contact_id, at from unnest($3::text[], $4::text[], $5::timestamptz[]) as t(id, contact_id, at)
      order by contact_id on conflict (org_id, phone_number_id, contact_id) do nothing returning id`,
    values: [
      orgId,
      phoneNumberId,
      begun.map(({ id }) => id),
      begun.map(({ contactId }) => contactId),
      begun.map(({ lastMessageAt }) => lastMessageAt),
    ],
  });
  const stored = new Set(rows.map(({ id }) => id));
  return begun.filter(({ id }) => stored.has(id));
}

async function membersOnDuty(
  client: Queryable,
  orgId: OrgId,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const { rows } = await client.query<{ userId: string }>({
    name: "members-on-duty",
    text: `select user_id as "userId" from inbox_members where org_id = $1 and user_id = any($2::text[]) and on_duty`,
    values: [orgId, userIds],
  });
  return new Set(rows.map(({ userId }) => userId));
}

/** Stores the new state of locked conversations. */
export function writeThreads(tx: Tx, orgId: OrgId, threads: readonly LockedThread[]) {
  notifyPages(tx, orgId, "conversations");
  return clientOf(tx).query({
    name: "write-threads",
    text: `update conversations c set last_message_at = greatest(c.last_message_at, t.last_message_at),
        last_message = t.last_message, last_message_id = t.last_message_id, unread = t.unread,
        window_ends_at = greatest(c.window_ends_at, t.window_ends_at), state = t.state, waiting_since = t.waiting_since,
        snoozed_until = t.snoozed_until, snoozed_waiting_since = t.snoozed_waiting_since,
        awaits_first_reply = t.awaits_first_reply, assigned_to = t.assigned_to, updated_at = t.updated_at
      from jsonb_to_recordset($2::jsonb) as t(id text, last_message_at timestamptz, last_message text, last_message_id text,
        unread int, window_ends_at timestamptz, state text, waiting_since timestamptz, snoozed_until timestamptz, snoozed_waiting_since timestamptz, awaits_first_reply boolean,
        assigned_to text, updated_at timestamptz)
      where c.org_id = $1 and c.id = t.id and c.id = any($3::text[])`,
    values: [orgId, JSON.stringify(threads.map(rowOf)), threads.map(({ id }) => id)],
  });
}

const rowOf = (thread: LockedThread) => ({
  id: thread.id,
  last_message_at: thread.lastMessageAt,
  last_message: thread.lastMessage,
  last_message_id: thread.lastMessageId,
  unread: thread.unread,
  window_ends_at: thread.windowEndsAt,
  state: thread.state,
  waiting_since: thread.waitingSince,
  snoozed_until: thread.snoozedUntil,
  snoozed_waiting_since: thread.snoozedWaitingSince,
  awaits_first_reply: thread.awaitsFirstReply,
  assigned_to: thread.assignedTo,
  updated_at: thread.updatedAt,
});
