import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { clientOf, inOneGo, prepareOnce, type Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { conversations } from "#app/db/schema/messaging.ts";
import { templates } from "#app/db/schema/whatsapp.ts";
import { contactCreated } from "#app/domain/contacts/events.ts";
import { requireOpen, selectOpen } from "#app/domain/messaging/conversations/queueMessage.server.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { happened } from "#app/domain/record/record.server.ts";
import { notDeleted } from "#app/domain/whatsapp/templates/queries.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { oneTemplate, type TemplateByName } from "./findTemplate.server.ts";
import type { Recipient } from "./recipient.ts";

/** SQL: the number of organisation `org` that is meant: `from`, or without it the oldest connected one. */
const senderText = (org: string, from: string) => `
  select n.phone_number_id, n.whatsapp_account_id from phone_numbers n
  left join whatsapp_accounts a on a.org_id = ${org} and a.id = n.whatsapp_account_id
  where n.org_id = ${org}
    and (n.phone_number_id = ${from} or ${from}::text is null and n.status = 'CONNECTED' and a.status = 'connected')
  order by n.created_at, n.id limit 1`;

/**
 * SQL: number `$4` of the organisation, or its oldest connected one; the contact, held as it is so that it is not made part
 * of another before its message is stored; and their conversation, locked after it. What is missing is created, unless
 * another transaction just did: then the row has no conversation, and the next try sees it.
 */
const placeText = (column: "phone" | "bsuid") => `
with sender as (${senderText("$1", "$4")}
), known as (
  select id from contacts where org_id = $1 and ${column} = $2 for key share
), made as (
  insert into contacts (org_id, id, ${column}, created_at)
  select $1, $3, $2, $6::timestamptz from sender where not exists (select 1 from known)
  on conflict do nothing returning id
), person as (
  select id, false as is_new from known union all select id, true from made
), standing as (
  select c.id from conversations c, sender, person
  where c.org_id = $1 and c.phone_number_id = sender.phone_number_id and c.contact_id = person.id
  for update of c
), opened as (
  insert into conversations as c (org_id, id, phone_number_id, contact_id, last_message_at)
  select $1, $5, sender.phone_number_id, person.id, $6::timestamptz from sender, person
  where not exists (select 1 from standing)
  on conflict (org_id, phone_number_id, contact_id) do update set updated_at = c.updated_at
  returning id
)
select person.id as "contactId", person.is_new as "isNew",
  coalesce(standing.id, opened.id) as "conversationId"
from sender left join person on true left join standing on true left join opened on true`;

interface Row {
  contactId: string | null;
  isNew: boolean | null;
  conversationId: string | null;
}

const given = {
  orgId: sql.placeholder("orgId"),
  from: sql.placeholder("from"),
  recipient: sql.placeholder("recipient"),
  name: sql.placeholder("name"),
  language: sql.placeholder("language"),
};

const ofSender = (column: "phone_number_id" | "whatsapp_account_id"): SQL => {
  const text = `(select ${column} from (${senderText("?orgId", "?from")}) sender)`;
  const parts = text.split(/\?(\w+)/).map((part, n) => (n % 2 === 0 ? sql.raw(part) : sql.placeholder(part)));
  return sql.join(parts);
};

/** The place as it is once it is locked: by a statement of its own, which sees what was committed until then. */
const readPlace = (column: "phone" | "bsuid") =>
  prepareOnce((tx) =>
    selectOpen(tx)
      .where(
        and(
          eq(conversations.orgId, given.orgId),
          eq(contacts.orgId, given.orgId),
          eq(contacts[column], given.recipient),
          eq(conversations.phoneNumberId, ofSender("phone_number_id")),
        ),
      )
      .prepare(`open_place_${column}`),
  );
const readPlaceBy = { phone: readPlace("phone"), bsuid: readPlace("bsuid") };

const readTemplates = prepareOnce((tx) =>
  tx
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.orgId, given.orgId),
        eq(templates.whatsappAccountId, ofSender("whatsapp_account_id")),
        eq(templates.name, given.name),
        notDeleted,
        sql`(${given.language}::text is null or ${templates.language} = ${given.language})`,
      ),
    )
    .orderBy(asc(templates.id))
    .prepare("templates_of_sender"),
);

/** More often than this, no contact is created and made part of another in the same moment. */
const mostTries = 5;

export interface Wanted {
  recipient: Recipient;
  /** The number to send from, by Meta's id; without it the oldest connected one. */
  from?: string | undefined;
}

/**
 * The conversation with a person from a number, locked until the end of the transaction, with what decides whether a
 * message may go, and the template that is wanted. Unknown people become contacts, without consent to marketing; `events`
 * is what has to be recorded of that.
 * @throws DomainError `whatsapp_number.not_found`, `whatsapp_number.none_connected`, `template.not_found`,
 * `template.language_needed`, and those of `openForSending`
 */
export async function openPlace(
  tx: Tx,
  ctx: OrgContext,
  { recipient, from }: Wanted,
  byName?: TemplateByName,
) {
  const column = recipient.phone === null ? "bsuid" : "phone";
  const address = recipient.phone ?? recipient.bsuid;
  const shared = { orgId: ctx.orgId, from: from ?? null };
  let isNew = false;
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    const [place, [row], found] = await inOneGo(tx, [
      () => lockPlace(tx, ctx, { column, address, from }),
      () => readPlaceBy[column](tx).execute({ ...shared, recipient: address }),
      async () =>
        byName
          ? readTemplates(tx).execute({ ...shared, name: byName.template, language: byName.language ?? null })
          : [],
    ]);
    if (!place && from !== undefined) throw notFound("WhatsApp number");
    if (!place) throw messagingError("whatsapp_number.none_connected");
    isNew ||= place.isNew === true;
    if (place.conversationId === null || row?.conversation.id !== place.conversationId) continue;
    const template = byName ? oneTemplate(found) : undefined;
    const { contactId: subject } = place;
    const data = { name: "", phone: recipient.phone };
    const events = isNew ? [happened(contactCreated, { subject, data })] : [];
    return { open: requireOpen(row), template, events };
  }
  throw notFound("Contact");
}

async function lockPlace(
  tx: Tx,
  ctx: OrgContext,
  { column, address, from }: { column: "phone" | "bsuid"; address: string; from: string | undefined },
): Promise<Row | undefined> {
  const now = ctx.clock.now();
  const ids = { contact: newId("con", now.getTime()), conversation: newId("cnv", now.getTime()) };
  const { rows } = await clientOf(tx).query<Row>({
    name: `lock-place-${column}`,
    text: placeText(column),
    values: [ctx.orgId, address, ids.contact, from ?? null, ids.conversation, now],
  });
  return rows[0];
}
