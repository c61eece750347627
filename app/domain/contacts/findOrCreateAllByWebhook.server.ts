import { clientOf, type Tx } from "#app/db/client.server.ts";
import { contactCreatedByWhatsapp } from "#app/domain/contacts/events.ts";
import { recordAll } from "#app/domain/record/record.server.ts";
import { metaActor } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import type { Jobs } from "#app/platform/jobs.ts";
import { findOrCreateByWebhook } from "./findOrCreateByWebhook.server.ts";
import { profileName } from "./profileName.ts";
import { phoneOf, type WhatsappIdentity, whatsappIdentity } from "./whatsappIdentity.ts";

/** A person as a webhook names them; `name` and `seenAt` as in `findOrCreateByWebhook`. */
export interface WebhookPerson extends WhatsappIdentity {
  name: string | undefined;
  seenAt: Date | undefined;
}

export interface FoundContact {
  contactId: string;
  name: string;
}

/** The organisation of a webhook, and what merges need. */
interface WebhookPlace {
  orgId: OrgId;
  now: Date;
  jobs: Jobs;
}

interface Known {
  id: string;
  phone: string | null;
  waId: string | null;
  bsuid: string | null;
  name: string;
  lastSeenAt: Date | null;
  isNew?: boolean;
  isChanged?: boolean;
}

/**
 * The contacts of several people, in order, by a handful of statements: locked, then computed here, then
 * written. Anyone who needs more than a filled gap (a merge, a changed number or user id) is applied alone.
 */
export async function findOrCreateAllByWebhook(
  tx: Tx,
  place: WebhookPlace,
  people: readonly WebhookPerson[],
): Promise<FoundContact[]> {
  const { orgId, now } = place;
  const found: FoundContact[] = [];
  for (let from = 0; from < people.length; from = found.length) {
    const rest = people.slice(from);
    const book = new Book(await lockKnown(tx, orgId, rest));
    const set = rest.slice(0, firstExceptional(book, rest));
    const known = set.map((person) => book.note(person));
    const created = await write(tx, orgId, book, now);
    found.push(...(await foundOf(tx, place, known, created)));
    const exceptional = people[found.length];
    if (exceptional) {
      const gone = book.mergedBy(exceptional);
      const { contactId, name } = await findOrCreateByWebhook(tx, { ...place, ...exceptional });
      for (const each of found) if (each.contactId === gone) each.contactId = contactId;
      found.push({ contactId, name });
    }
  }
  return found;
}

/** Contacts by number and by user id, as locked, and as the people of a set change them. */
class Book {
  readonly #byPhone = new Map<string, Known>();
  readonly #byBsuid = new Map<string, Known>();
  readonly all = new Set<Known>();

  constructor(rows: readonly Known[]) {
    for (const row of rows) this.#add(row);
  }

  #add(row: Known): void {
    this.all.add(row);
    if (row.phone) this.#byPhone.set(row.phone, row);
    if (row.bsuid) this.#byBsuid.set(row.bsuid, row);
  }

  #match(person: WhatsappIdentity) {
    const { waId, bsuid } = whatsappIdentity(person);
    const phone = phoneOf(waId);
    return {
      waId,
      phone,
      bsuid,
      byPhone: phone ? this.#byPhone.get(phone) : undefined,
      byBsuid: bsuid ? this.#byBsuid.get(bsuid) : undefined,
    };
  }

  /** Whether a person only fills gaps of one contact, or is a new one. */
  isPlain(person: WhatsappIdentity): boolean {
    const { phone, bsuid, byPhone, byBsuid } = this.#match(person);
    const row = byPhone ?? byBsuid;
    if (!row) return true;
    const isOne = !byPhone || !byBsuid || byPhone === byBsuid;
    const fits = (received: string | undefined, stored: string | null) =>
      !received || stored === null || stored === received;
    return isOne && fits(phone, row.phone) && fits(bsuid, row.bsuid);
  }

  /** The contact that ends when two turn out to be one person. */
  mergedBy(person: WhatsappIdentity): string | undefined {
    const { byPhone, byBsuid } = this.#match(person);
    return byPhone && byBsuid && byPhone !== byBsuid && byBsuid.phone === null ? byBsuid.id : undefined;
  }

  /** Adds a simple person. */
  note(person: WebhookPerson): Known {
    const { waId, phone, bsuid, byPhone, byBsuid } = this.#match(person);
    const name = profileName(person.name);
    const row = byPhone ?? byBsuid;
    if (!row) {
      const created: Known = {
        id: newId("con"),
        phone: phone ?? null,
        waId: waId ?? null,
        bsuid: bsuid ?? null,
        name,
        lastSeenAt: person.seenAt ?? null,
        isNew: true,
      };
      this.#add(created);
      return created;
    }
    const isSeen = person.seenAt !== undefined && (row.lastSeenAt ?? 0) < person.seenAt;
    const next: Known = {
      ...row,
      phone: phone ?? row.phone,
      waId: waId ?? row.waId,
      bsuid: bsuid ?? row.bsuid,
      name: row.name || name,
      lastSeenAt: isSeen ? person.seenAt! : row.lastSeenAt,
    };
    const isSame = (Object.keys(next) as (keyof Known)[]).every((key) => next[key] === row[key]);
    if (!isSame) Object.assign(row, next, { isChanged: true });
    this.#add(row);
    return row;
  }
}

/** The position of the first person to be applied alone; the number of people when there is none. */
function firstExceptional(book: Book, people: readonly WebhookPerson[]): number {
  const trial = new Book([...book.all].map((row) => ({ ...row })));
  for (const [place, person] of people.entries()) {
    if (!trial.isPlain(person)) return place;
    trial.note(person);
  }
  return people.length;
}

async function lockKnown(tx: Tx, orgId: OrgId, people: readonly WhatsappIdentity[]): Promise<Known[]> {
  const identities = people.map(whatsappIdentity);
  const phones = identities.flatMap(({ waId }) => phoneOf(waId) ?? []);
  const bsuids = identities.flatMap(({ bsuid }) => bsuid ?? []);
  const { rows } = await clientOf(tx).query<Known>({
    name: "lock-webhook-contacts",
    text: `select id, phone, wa_id as "waId", bsuid, name, last_seen_at as "lastSeenAt" from contacts
      where org_id = $1 and (phone = any($2::text[]) or bsuid = any($3::text[])) order by id for update`,
    values: [orgId, [...new Set(phones)], [...new Set(bsuids)]],
  });
  return rows;
}

/** Writes new and changed contacts; returns which of the new ones are stored now. */
async function write(tx: Tx, orgId: OrgId, { all }: Book, now: Date): Promise<ReadonlySet<string>> {
  const json = (rows: readonly Known[]) =>
    JSON.stringify(
      rows.map(({ waId, lastSeenAt, ...row }) => ({ ...row, wa_id: waId, last_seen_at: lastSeenAt })),
    );
  const columns = "(id text, phone text, wa_id text, bsuid text, name text, last_seen_at timestamptz)";
  const changed = [...all].filter((row) => row.isChanged && !row.isNew);
  if (changed.length > 0)
    await clientOf(tx).query({
      name: "update-webhook-contacts",
      text: `update contacts c set phone = t.phone, wa_id = t.wa_id, bsuid = t.bsuid, name = t.name,
          last_seen_at = t.last_seen_at, updated_at = now()
        from jsonb_to_recordset($2::jsonb) as t ${columns}
        where c.org_id = $1 and c.id = t.id and c.id = any($3::text[])`,
      values: [orgId, json(changed), changed.map(({ id }) => id)],
    });
  const created = [...all].filter((row) => row.isNew);
  if (created.length === 0) return new Set();
  const { rows } = await clientOf(tx).query<{ id: string }>({
    name: "insert-webhook-contacts",
    text: `insert into contacts (org_id, id, phone, wa_id, bsuid, name, last_seen_at)
      select $1, t.id, t.phone, t.wa_id, t.bsuid, t.name, t.last_seen_at
      from jsonb_to_recordset($2::jsonb) as t ${columns} order by t.phone, t.bsuid
      on conflict do nothing returning id`,
    values: [orgId, json(created)],
  });
  const stored = new Set(rows.map(({ id }) => id));
  await recordAll(
    tx,
    { orgId, actor: metaActor, clock: { now: () => now } },
    contactCreatedByWhatsapp,
    created
      .filter(({ id }) => stored.has(id))
      .map(({ id, name, phone, bsuid }) => ({ subject: id, data: { name, phone, bsuid } })),
  );
  return stored;
}

/** A new contact that another process stored first is that one's. */
async function foundOf(
  tx: Tx,
  place: WebhookPlace,
  known: readonly Known[],
  stored: ReadonlySet<string>,
): Promise<FoundContact[]> {
  const theirs = new Map<Known, FoundContact>();
  for (const row of new Set(known))
    if (row.isNew && !stored.has(row.id)) {
      const { phone, bsuid, name, lastSeenAt } = row;
      const person = {
        waId: phone?.slice(1),
        bsuid: bsuid ?? undefined,
        name,
        seenAt: lastSeenAt ?? undefined,
      };
      theirs.set(row, await findOrCreateByWebhook(tx, { ...place, ...person }));
    }
  return known.map((row) => ({ ...(theirs.get(row) ?? { contactId: row.id, name: row.name }) }));
}
