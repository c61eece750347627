import { and, eq, inArray } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { media } from "#app/db/schema/messaging/media.ts";
import { phoneOf, type WhatsappIdentity, whatsappIdentity } from "#app/domain/contacts/whatsappIdentity.ts";

import { oneLine } from "#app/domain/messaging/messages/text.ts";
import {
  type Change,
  changed,
  changeOf,
  type StoredPayload,
} from "#app/domain/whatsapp/webhookEvents/changes.ts";
import type { MessagesValue } from "#app/domain/whatsapp/webhookEvents/events.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";

interface Row {
  id: string;
  wamid: string;
  contactId: string;
  body: string | null;
  payload: StoredPayload | null;
}

/**
 * Customers edited or revoked messages: the messages themselves change, and the notices are removed from the
 * thread. Call it when the notices are stored. For an unknown message the notice stays as a line of the
 * thread.
 */
export async function changeInPlace(
  tx: Tx,
  { orgId, phoneNumberId, now }: { orgId: OrgId; phoneNumberId: string; now: Date },
  values: readonly MessagesValue[],
): Promise<void> {
  const changes = values
    .flatMap(({ messages = [] }) => messages)
    .flatMap((message) => changeOf(message, now) ?? []);
  if (changes.length === 0) return;
  const people = [
    ...changes.map(({ from, fromUserId }) => whatsappIdentity({ waId: from, bsuid: fromUserId })),
    ...values
      .flatMap(({ contacts = [] }) => contacts)
      .map(({ wa_id, user_id }) => whatsappIdentity({ waId: wa_id, bsuid: user_id })),
  ];
  const rows = await readRows(tx, { orgId, phoneNumberId }, people, changes);
  const changedRows = new Map<string, Row>();
  for (const change of changes) {
    const notice = rows.find(({ wamid }) => wamid === change.wamid);
    const original = rows.find(
      ({ wamid, contactId }) => wamid === change.originalWamid && contactId === notice?.contactId,
    );
    if (!notice || !original || notice.payload?.changes) continue;
    notice.payload = { ...notice.payload, changes: original.id };
    const next = changed(original, change);
    original.body = next.body;
    original.payload = next.payload;
    changedRows.set(original.id, original).set(notice.id, notice);
  }
  await writeRows(tx, orgId, [...changedRows.values()]);
}

/** The notices and the messages that they change, among what the same people wrote to the same number. */
async function readRows(
  tx: Tx,
  { orgId, phoneNumberId }: { orgId: OrgId; phoneNumberId: string },
  people: readonly WhatsappIdentity[],
  changes: readonly Change[],
): Promise<Row[]> {
  const known = await clientOf(tx).query<{ id: string }>({
    name: "people-who-changed-messages",
    text: "select id from contacts where org_id = $1 and (phone = any($2) or bsuid = any($3))",
    values: [
      orgId,
      people.flatMap(({ waId }) => phoneOf(waId) ?? []),
      people.flatMap(({ bsuid }) => bsuid ?? []),
    ],
  });
  const { rows } = await clientOf(tx).query<Row>({
    name: "messages-to-change",
    text: `select id, wamid, contact_id as "contactId", body, payload from messages
      where org_id = $1 and contact_id = any($2) and wamid = any($3) and direction = 'in' and phone_number_id = $4
      order by id for update`,
    values: [
      orgId,
      known.rows.map(({ id }) => id),
      changes.flatMap(({ wamid, originalWamid }) => [wamid, originalWamid]),
      phoneNumberId,
    ],
  });
  return rows;
}

async function writeRows(tx: Tx, orgId: OrgId, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  notifyPages(tx, orgId, "messages");
  await clientOf(tx).query({
    name: "change-messages",
    text: `update messages m set body = t.body, payload = t.payload::jsonb, search_text = folded(t.line)
      from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as t(id, body, payload, line)
      where m.org_id = $1 and m.id = t.id and m.id between $6 and $7`,
    values: [
      orgId,
      rows.map(({ id }) => id),
      rows.map(({ body }) => body),
      rows.map(({ payload }) => JSON.stringify(payload)),
      rows.map(({ body }) => body && oneLine(body)),
      ...spanOf(rows.map(({ id }) => id)),
    ],
  });
  // Without its message a file is in no thread, and is swept like one that was never sent.
  const takenBack = rows.flatMap(({ id, payload }) => (payload?.revokedAt ? id : []));
  if (takenBack.length === 0) return;
  await tx
    .update(media)
    .set({ messageId: null })
    .where(and(eq(media.orgId, orgId), inArray(media.messageId, takenBack)));
}
