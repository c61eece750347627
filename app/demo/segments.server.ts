import { eq } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { customFields } from "#app/db/schema/contacts/contacts.ts";
import type { Conditions } from "#app/domain/contacts/segments/schemas.ts";
import { demoContacts } from "./contacts.ts";
import { towns } from "./names.ts";
import type { DemoOrganisation } from "./organisations.server.ts";

const fields: readonly [name: string, type: string, options: string[]][] = [
  ["town", "choice", [...new Set([...towns, ...demoContacts.map(([, town]) => town)])].toSorted()],
  ["loyalty_card", "text", []],
  ["birthday", "date", []],
  ["spent_kes", "number", []],
  ["home_delivery", "yes_no", []],
];

const tag = (value: string) => ({ about: "tag", op: "is", value }) as const;

/** A field's name stands for its id. */
const segments: readonly [name: string, Conditions][] = [
  [
    "Wholesale, seen this month",
    { match: "all", conditions: [tag("wholesale"), { about: "last_seen", op: "within", value: 30 }] },
  ],
  [
    "Big spenders in Nairobi",
    {
      match: "all",
      conditions: [
        { about: "field", of: "town", op: "is", value: "Nairobi" },
        { about: "field", of: "spent_kes", op: "more", value: "20000" },
        { about: "consent", op: "is", value: "granted" },
      ],
    },
  ],
  ["VIP or wholesale", { match: "any", conditions: [tag("vip"), tag("wholesale")] }],
  ["Gone quiet", { match: "all", conditions: [{ about: "last_seen", op: "not_within", value: 60 }] }],
  [
    "Orders brought home",
    { match: "all", conditions: [{ about: "field", of: "home_delivery", op: "is", value: "yes" }] },
  ],
];

/** The shop's contact fields and segments. Created before the contacts, whose values are typed on insert. */
export async function loadSegments(tx: Tx, now: Date, shop: DemoOrganisation): Promise<void> {
  const client = clientOf(tx);
  await client.query({
    text: `
      insert into custom_fields (org_id, id, name, type, options, read_at, created_at, updated_at)
      select $1, demo_load.demo_id('fld', name, $3), name, type, options, $3, $3, $3
      from jsonb_to_recordset($2::jsonb) as f(name text, type text, options text[])`,
    values: [
      shop.orgId,
      JSON.stringify(fields.map(([name, type, options]) => ({ name, type, options }))),
      shop.createdAt,
    ],
  });
  const rows = await tx
    .select({ id: customFields.id, name: customFields.name })
    .from(customFields)
    .where(eq(customFields.orgId, shop.orgId));
  const idOf = new Map(rows.map(({ id, name }) => [name, id]));
  const saved = segments.map(([name, { match, conditions }]) => ({
    name,
    conditions: {
      match,
      conditions: conditions.map((one) => (one.about === "field" ? { ...one, of: idOf.get(one.of) } : one)),
    },
  }));
  await client.query({
    text: `
      insert into segments (org_id, id, name, conditions, created_at, updated_at)
      select $1, demo_load.demo_id('seg', name, $3), name, conditions, $3, $3
      from jsonb_to_recordset($2::jsonb) as s(name text, conditions jsonb)`,
    values: [shop.orgId, JSON.stringify(saved), now],
  });
}
