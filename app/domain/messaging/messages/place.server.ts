import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { clientOf, inOneGo, prepareOnce, type Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { contactCreated } from "#app/domain/contacts/events.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { eventOf, type RecordedEvent } from "#app/domain/record/record.server.ts";
import { notDeleted } from "#app/domain/whatsapp/notDeleted.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError, notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { oneTemplate, type TemplateByName } from "./findTemplate.server.ts";
import { type OpenConversation, requireOpen, selectOpen } from "./openForSending.server.ts";
import type { Recipient } from "./recipient.ts";

/** SQL: the number of organisation `org` that is meant: `from`, or without it the oldest connected one. */
const senderText = (org: string, from: string) => `
  select n.phone_number_id, n.whatsapp_account_id from phone_numbers n
  left join whatsapp_accounts a on a.org_id = ${org} and a.id = n.whatsapp_account_id
  where n.org_id = ${org}
    and (n.phone_number_id = ${from} or ${from}::text is null and n.status = 'CONNECTED' and a.status = 'connected')
  order by n.created_at, n.id limit 1`;

/**
 * SQL: number `$4` of the organisation, or its oldest connected one; contacts, held as they are so that none is made part of
 * another before its message is stored; and their conversations, locked after them, in one order for everyone. What is
 * missing is created, unless another transaction just did: then there is no row, or one without a conversation, and the next
 * try sees it.
 */
const placeText = (column: Column) => `
with sender as (${senderText("$1", "$4")}
), known as (
  select id, ${column} as address from contacts where org_id = $1 and ${column} = any($2::text[]) order by id for key share
), made as (
  insert into contacts (org_id, id, ${column}, created_at)
  select $1, w.id, w.address, $6::timestamptz from sender, unnest($2::text[], $3::text[]) as w(address, id)
  where not exists (select 1 from known where known.address = w.address)
  on conflict do nothing returning id, ${column} as address
), person as (
  select id, address, false as is_new from known union all select id, address, true from made
), standing as (
  select c.id, c.contact_id from conversations c, sender, person
  where c.org_id = $1 and c.phone_number_id = sender.phone_number_id and c.contact_id = person.id
  order by c.id for update of c
), opened as (
  insert into conversations as c (org_id, id, phone_number_id, contact_id, last_message_at)
  select $1, w.id, sender.phone_number_id, person.id, $6::timestamptz
  from sender, person join unnest($2::text[], $5::text[]) as w(address, id) on w.address = person.address
  where not exists (select 1 from standing where standing.contact_id = person.id)
  on conflict (org_id, phone_number_id, contact_id) do update set updated_at = c.updated_at
  returning id, contact_id
)
select person.address, person.id as "contactId",
  coalesce(person.is_new, false) as "isNewContact", opened.id is not null as "isNew",
  coalesce(standing.id, opened.id) as "conversationId"
from sender left join person on true left join standing on standing.contact_id = person.id
  left join opened on opened.contact_id = person.id`;

type Column = "phone" | "bsuid";

/** A contact and their conversation, as they were locked. */
interface Row {
  address: string | null;
  contactId: string | null;
  isNewContact: boolean;
  /** The conversation was created now. */
  isNew: boolean;
  conversationId: string | null;
}

const given = {
  orgId: sql.placeholder("orgId"),
  from: sql.placeholder("from"),
  addresses: sql.placeholder("addresses"),
  names: sql.placeholder("names"),
};

const ofSender = (column: "phone_number_id" | "whatsapp_account_id"): SQL => {
  const text = `(select ${column} from (${senderText("?orgId", "?from")}) sender)`;
  const parts = text.split(/\?(\w+)/).map((part, n) => (n % 2 === 0 ? sql.raw(part) : sql.placeholder(part)));
  return sql.join(parts);
};

/** The places as they are once they are locked: by a statement of its own, which sees what was committed until then. */
const readPlaces = (column: Column) =>
  prepareOnce((tx) =>
    selectOpen(tx)
      .where(
        and(
          eq(conversations.orgId, given.orgId),
          eq(contacts.orgId, given.orgId),
          sql`${contacts[column]} = any(${given.addresses}::text[])`,
          eq(conversations.phoneNumberId, ofSender("phone_number_id")),
        ),
      )
      .prepare(`open_places_${column}`),
  );
const readPlacesBy = { phone: readPlaces("phone"), bsuid: readPlaces("bsuid") };

const readTemplates = prepareOnce((tx) =>
  tx
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.orgId, given.orgId),
        eq(templates.whatsappAccountId, ofSender("whatsapp_account_id")),
        sql`${templates.name} = any(${given.names}::text[])`,
        notDeleted,
      ),
    )
    .orderBy(asc(templates.id))
    .prepare("templates_of_sender"),
);

/** The number of tries; more races between the creation and the merge of a contact are not expected. */
const mostTries = 5;

export interface Wanted {
  recipient: Recipient;
  /** The number to send from, by Meta's id; without it the oldest connected one. */
  from?: string | undefined;
  byName?: TemplateByName | undefined;
}

/** The conversation with a person from a number, with what decides whether a message may go. */
export interface Place {
  open: OpenConversation;
  /** The template that is wanted. */
  template: typeof templates.$inferSelect | undefined;
  /** The events of a newly created contact. */
  events: RecordedEvent[];
  /** The conversation was created now. */
  isNew: boolean;
}

/** Why a person has no place. */
export interface NoPlace {
  error: DomainError;
  isNew: boolean;
}

/**
 * The conversations with some people, locked until the end of the transaction, with the templates that are wanted. Unknown
 * people become contacts, without consent to marketing. Gives an error for each that has no place:
 * `whatsapp_number.not_found`, `whatsapp_number.none_connected`, `template.not_found`, `template.language_needed`, and those
 * of `openForSending`.
 */
export async function openPlaces(
  tx: Tx,
  ctx: OrgContext,
  wanted: readonly Wanted[],
): Promise<(Place | NoPlace)[]> {
  const groups = Map.groupBy(wanted, groupOf);
  const opened = await inOneGo(
    tx,
    [...groups.values()].map((group) => () => openGroup(tx, ctx, group)),
  );
  const openedOf = new Map([...groups.keys()].map((key, n) => [key, opened[n]!]));
  return wanted.map((each) => placeOf(openedOf.get(groupOf(each))!, each));
}

/** One of them. @throws DomainError as `openPlaces` gives */
export async function openPlace(tx: Tx, ctx: OrgContext, wanted: Wanted): Promise<Place> {
  const [place] = await openPlaces(tx, ctx, [wanted]);
  if ("error" in place!) throw place.error;
  return place!;
}

const columnOf = ({ recipient }: Wanted): Column => (recipient.phone === null ? "bsuid" : "phone");
const addressOf = ({ recipient }: Wanted): string => recipient.phone ?? recipient.bsuid;
/** Those of one group are found by the same statements. */
const groupOf = (wanted: Wanted): string => `${columnOf(wanted)} ${wanted.from ?? ""}`;

type OpenRow = Awaited<ReturnType<typeof selectOpen>>[number];

interface Opened {
  hasSender: boolean;
  rows: Map<string, OpenRow>;
  isNew: Set<string>;
  isNewContact: Set<string>;
  templates: (typeof templates.$inferSelect)[];
}

async function openGroup(tx: Tx, ctx: OrgContext, group: readonly Wanted[]): Promise<Opened> {
  const column = columnOf(group[0]!);
  const from = group[0]!.from;
  const addresses = [...new Set(group.map(addressOf))];
  const names = [...new Set(group.flatMap(({ byName }) => byName?.template ?? []))];
  const shared = { orgId: ctx.orgId, from: from ?? null };
  const isNew = new Set<string>();
  const isNewContact = new Set<string>();
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    const [locked, read, found] = await inOneGo(tx, [
      () => lockPlaces(tx, ctx, { column, addresses, from }),
      () => readPlacesBy[column](tx).execute({ ...shared, addresses }),
      async () => (names.length > 0 ? readTemplates(tx).execute({ ...shared, names }) : []),
    ]);
    for (const row of locked) {
      if (row.isNew) isNew.add(row.address!);
      if (row.isNewContact) isNewContact.add(row.address!);
    }
    const rows = new Map(read.map((row) => [row.contact[column]!, row]));
    const lockedIds = new Map(locked.map(({ address, conversationId }) => [address, conversationId]));
    const hasSender = locked.length > 0;
    const isOpen = (address: string) => rows.get(address)?.conversation.id === lockedIds.get(address);
    if (!hasSender || addresses.every((address) => lockedIds.get(address) && isOpen(address)))
      return { hasSender, rows, isNew, isNewContact, templates: found };
  }
  throw notFound("Contact");
}

function placeOf(opened: Opened, wanted: Wanted): Place | NoPlace {
  const { from, byName, recipient } = wanted;
  const address = addressOf(wanted);
  const isNew = opened.isNew.has(address);
  try {
    if (!opened.hasSender && from !== undefined) throw notFound("WhatsApp number");
    if (!opened.hasSender) throw messagingError("whatsapp_number.none_connected");
    const row = opened.rows.get(address)!;
    const open = requireOpen(row);
    const template = byName && oneTemplate(opened.templates.filter(isNamed(byName)));
    const subject = row.contact.id;
    const data = { name: "", phone: recipient.phone };
    const events = opened.isNewContact.has(address) ? [eventOf(contactCreated, { subject, data })] : [];
    return { open, template, events, isNew };
  } catch (error) {
    if (error instanceof DomainError) return { error, isNew };
    throw error;
  }
}

const isNamed =
  ({ template, language }: TemplateByName) =>
  (found: typeof templates.$inferSelect) =>
    found.name === template && (language === undefined || found.language === language);

interface Locked {
  column: Column;
  addresses: readonly string[];
  from: string | undefined;
}

async function lockPlaces(tx: Tx, ctx: OrgContext, { column, addresses, from }: Locked): Promise<Row[]> {
  const now = ctx.clock.now();
  const idsOf = (prefix: "con" | "cnv") => addresses.map(() => newId(prefix, now.getTime()));
  const { rows } = await clientOf(tx).query<Row>({
    name: `lock-places-${column}`,
    text: placeText(column),
    values: [ctx.orgId, addresses, idsOf("con"), from ?? null, idsOf("cnv"), now],
  });
  if (rows.some(({ isNew }) => isNew)) notifyPages(tx, ctx.orgId, "conversations");
  return rows;
}
