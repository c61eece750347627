import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { clientOf, inOneGo, prepareOnce, queryRows, type Tx } from "#app/db/client.server.ts";
import { eachOf } from "#app/db/eachOf.ts";
import { notifyPages } from "#app/db/notify.server.ts";
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

type Column = "phone" | "bsuid";

/** SQL: contacts by address, held as they are so that none is made part of another before its message is stored. */
const holdText = (column: Column) => `
  select id from contacts where org_id = $1 and ${column} = any(${eachOf("$2")}) order by id for key share`;

/** SQL: conversations with them from the number `$3`, locked after their contacts, in one order for everyone. */
const lockText = (column: Column) => `
  select id from conversations where org_id = $1
    and phone_number_id = (select phone_number_id from (${senderText("$1", "$3")}) sender)
    and contact_id = any(array(select id from contacts where org_id = $1 and ${column} = any(${eachOf("$2")})))
  order by id for update`;

/** SQL: contacts with the ids `$4`, where there is a number to send from. Those that another transaction just created stay. */
const createContactsText = (column: Column) => `
  insert into contacts (org_id, id, ${column}, created_at)
  select $1, w.id, w.address, $5::timestamptz from unnest($2::text[], $4::text[]) as w(address, id)
  where exists (${senderText("$1", "$3")})
  on conflict do nothing returning id`;

/** SQL: conversations with the ids `$4`; those that another transaction just created are locked. */
const createConversationsText = (column: Column) => `
  insert into conversations as c (org_id, id, phone_number_id, contact_id, last_message_at)
  select p.org_id, w.id, sender.phone_number_id, p.id, $5::timestamptz
  from contacts p join unnest($2::text[], $4::text[]) as w(address, id) on w.address = p.${column}
    cross join (${senderText("$1", "$3")}) sender
  where p.org_id = $1
  on conflict (org_id, phone_number_id, contact_id) do update set updated_at = c.updated_at
  returning id`;

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
          eq(conversations.phoneNumberId, ofSender("phone_number_id")),
          // First the contacts: a join might be planned from all conversations of the number.
          sql`${conversations.contactId} = any(array(
            select id from contacts where org_id = ${given.orgId} and ${sql.identifier(column)} = any(array(select unnest(${given.addresses}::text[])))))`,
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
        sql`${templates.name} = any(array(select unnest(${given.names}::text[])))`,
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

/** Those whose places the same statements open. */
interface Group {
  column: Column;
  /** Null: the oldest connected number. */
  from: string | null;
  addresses: readonly string[];
}

interface Opened {
  hasSender: boolean;
  rows: Map<string, OpenRow>;
  isNew: Set<string>;
  isNewContact: Set<string>;
  templates: (typeof templates.$inferSelect)[];
}

async function openGroup(tx: Tx, ctx: OrgContext, group: readonly Wanted[]): Promise<Opened> {
  const names = [...new Set(group.flatMap(({ byName }) => byName?.template ?? []))];
  const place: Group = {
    column: columnOf(group[0]!),
    from: group[0]!.from ?? null,
    addresses: [...new Set(group.map(addressOf))],
  };
  const isNew = new Set<string>();
  const isNewContact = new Set<string>();
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    const [held, locked, read, found] = await inOneGo(tx, [
      () => run(tx, ctx, "hold-contacts", holdText, place),
      () => run(tx, ctx, "lock-conversations", lockText, place, [place.from]),
      () => readOpenPlaces(tx, ctx, place),
      async () =>
        names.length > 0 ? readTemplates(tx).execute({ orgId: ctx.orgId, from: place.from, names }) : [],
    ]);
    const ours = new Set([...held, ...locked].map(({ id }) => id));
    const isOpen = ({ contact, conversation }: OpenRow) => ours.has(contact.id) && ours.has(conversation.id);
    const rows = new Map(read.filter(isOpen).map((row) => [row.contact[place.column]!, row]));
    const opened = { hasSender: true, rows, isNew, isNewContact, templates: found };
    const addresses = place.addresses.filter((address) => !rows.has(address));
    if (addresses.length === 0) return opened;
    const created = await createPlaces(tx, ctx, { ...place, addresses });
    const hasNone = created.conversations.length === 0 && !(await hasSender(tx, ctx, place.from));
    if (hasNone) return { ...opened, hasSender: false };
    for (const id of [...created.contacts, ...created.conversations]) ours.add(id);
    for (const row of created.rows) {
      const address = row.contact[place.column]!;
      if (created.conversations.includes(row.conversation.id)) isNew.add(address);
      if (created.contacts.includes(row.contact.id)) isNewContact.add(address);
      if (isOpen(row)) rows.set(address, row);
    }
    if (addresses.every((address) => rows.has(address))) return opened;
  }
  throw notFound("Contact");
}

/** Creates the contacts and conversations that are missing; another transaction may have created some of them just now. */
async function createPlaces(tx: Tx, ctx: OrgContext, place: Group) {
  const now = ctx.clock.now();
  const idsOf = (prefix: "con" | "cnv") => place.addresses.map(() => newId(prefix, now.getTime()));
  const [contacts, conversations, rows] = await inOneGo(tx, [
    () => run(tx, ctx, "create-contacts", createContactsText, place, [place.from, idsOf("con"), now]),
    () =>
      run(tx, ctx, "create-conversations", createConversationsText, place, [place.from, idsOf("cnv"), now]),
    () => readOpenPlaces(tx, ctx, place),
  ]);
  if (conversations.length > 0) notifyPages(tx, ctx.orgId, "conversations");
  const idOf = ({ id }: { id: string }) => id;
  return { contacts: contacts.map(idOf), conversations: conversations.map(idOf), rows };
}

const hasSender = async (tx: Tx, { orgId }: OrgContext, from: string | null) =>
  (await queryRows(tx, senderText("$1", "$2"), [orgId, from])).length > 0;

const readOpenPlaces = (tx: Tx, { orgId }: OrgContext, { column, from, addresses }: Group) =>
  readPlacesBy[column](tx).execute({ orgId, from, addresses });

/** The ids of one of the statements above; its first two values are the organisation and the addresses. */
async function run(
  tx: Tx,
  ctx: OrgContext,
  name: string,
  text: (column: Column) => string,
  { column, addresses }: Group,
  values: unknown[] = [],
): Promise<{ id: string }[]> {
  const { rows } = await clientOf(tx).query<{ id: string }>({
    name: `${name}-${column}`,
    text: text(column),
    values: [ctx.orgId, addresses, ...values],
  });
  return rows;
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
