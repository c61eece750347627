import { parseArgs } from "node:util";
import { listContacts } from "#app/domain/contacts/queries.server.ts";
import { audienceOf, countConditions } from "#app/domain/contacts/segments/audience.server.ts";
import { conditionChoices } from "#app/domain/contacts/segments/queries.server.ts";
import { type Conditions, listFilters } from "#app/domain/contacts/segments/schemas.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { prepareGround } from "./ground.ts";
import { percentile, print } from "./measure.ts";

/**
 * `npm run bench:contacts`: one organisation with a million contacts next to small ones; measures the contact
 * list and segment counts as the tenant's role: milliseconds, first and median of `runs` more. `--contacts`
 * sets another number.
 */
const { values } = parseArgs({
  options: { contacts: { type: "string", default: "1000000" }, runs: { type: "string", default: "3" } },
});
const count = Number(values.contacts);
const orgId = "org_bench" as OrgId;

/** Triggers are disabled; their counters are inserted with the rows. */
const statements = [
  // Searches have a benchmark of their own, and their index takes longest to build.
  "drop index contacts_texts",
  `insert into custom_fields (org_id, id, name, type, options, read_at) values
    ('${orgId}', 'fld_town', 'Town', 'choice', '{Nakuru,Kisumu,Nairobi,Mombasa}', now()), ('${orgId}', 'fld_spent', 'Spent', 'number', '{}', now())`,
  `insert into contacts (org_id, id, phone, name, tags, fields, consent, opted_out_at, last_seen_at, language, created_at)
    select case when n % 50 = 0 then 'org_' || n % 1000 else '${orgId}' end, 'con_' || lpad(to_hex(n), 32, '0'), '+2547' || lpad(n::text, 8, '0'),
      (array['Asha','Wanjiku','Otieno','Mwangi','Achieng'])[n % 5 + 1] || ' ' || n, array['t' || n % 40, case when n % 3 = 0 then 'newsletter' else 'plain' end],
      jsonb_build_object('Town', (array['Nakuru','Kisumu','Nairobi','Mombasa'])[n % 4 + 1], 'Spent', (n % 90000)::text),
      case when n % 10 < 7 then 'granted' else 'none' end, case when n % 50 = 1 then now() end,
      case when n % 3 <> 0 then now() - n % 200 * interval '1 day' end, case when n % 2 = 0 then 'sw' end, now() - n * interval '10 seconds'
    from generate_series(1, $1::int) n`,
  `insert into contact_tags select org_id, tag, id from contacts, unnest(tags) tag where $1::int > 0`,
  `insert into contact_values (org_id, field_id, contact_id, text) select org_id, 'fld_town', id, lower(fields ->> 'Town') from contacts where org_id = '${orgId}' and $1::int > 0`,
  `insert into contact_values (org_id, field_id, contact_id, number) select org_id, 'fld_spent', id, (fields ->> 'Spent')::numeric from contacts where org_id = '${orgId}' and $1::int > 0`,
];

const all = (...conditions: Conditions["conditions"]): Conditions => ({ match: "all", conditions });
const any = (...conditions: Conditions["conditions"]): Conditions => ({ match: "any", conditions });
const tag = (value: string) => ({ about: "tag", op: "is", value }) as const;
const spent = (op: "more" | "less", value: string) =>
  ({ about: "field", of: "fld_spent", op, value }) as const;
const granted = { about: "consent", op: "is", value: "granted" } as const;
const seen = { about: "last_seen", op: "within", value: 30 } as const;

const segments: Record<string, Conditions> = {
  "a tag of 2.5 %": all(tag("t7")),
  "a tag of 33 %": all(tag("newsletter")),
  "not a tag of 33 %": all({ about: "tag", op: "is_not", value: "newsletter" }),
  "consent of 70 %": all(granted),
  "seen within 30 days": all(seen),
  "a town of 25 %": all({ about: "field", of: "fld_town", op: "is", value: "Nakuru" }),
  "spent more (11 %)": all(spent("more", "80000")),
  "tag of 2.5 % and seen": all(tag("t7"), seen),
  "tag of 33 %, spent and consent": all(tag("newsletter"), spent("more", "80000"), granted),
  "tag of 2.5 % or spent": any(tag("t7"), spent("more", "80000")),
};

const ground = await prepareGround();
const ctx: OrgContext = {
  ...ground.services,
  orgId,
  actor: { kind: "member", userId: "usr_bench", ipAddress: null, userAgent: null },
};

async function measure(what: string, run: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let at = 0; at <= Number(values.runs); at++) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  print({
    bench: "contacts",
    what,
    firstMs: Math.round(times[0]!),
    ms: Math.round(percentile(times.slice(1), 0.5)),
  });
}

try {
  const client = await ground.services.db.owner.connect();
  const startedAt = performance.now();
  await client.query("set session_replication_role = replica");
  for (const text of statements) await client.query(text, text.includes("$1") ? [count] : []);
  await client.query("reset session_replication_role");
  await client.query("vacuum analyze contacts, contact_tags, contact_values");
  client.release();
  print({ bench: "contacts", contacts: count, seconds: Math.round((performance.now() - startedAt) / 1000) });
  const list = (input: Record<string, unknown>) => () =>
    listContacts({ ctx, input: listFilters.parse(input) });
  await measure("list", list({}));
  await measure("list, page 150", list({ page: 150 }));
  await measure("list by name", list({ sort: "name" }));
  await measure("list, last seen first", list({ sort: "-seen" }));
  await measure("list, a tag of 2.5 %", list({ tag: "t7" }));
  await measure("list, a tag of 33 % by name", list({ tag: "newsletter", sort: "name" }));
  await measure("list, opted out", list({ consent: "opted_out" }));
  await measure("choices", () => conditionChoices({ ctx }));
  const now = new Date();
  for (const [name, conditions] of Object.entries(segments))
    await measure(`segment: ${name}`, () =>
      ctx.db.withOrg(orgId, (tx) => countConditions(tx, { orgId, conditions, now })),
    );
  await measure("audience with an exclusion", () =>
    ctx.db.withOrg(orgId, async (tx) =>
      (
        await audienceOf(tx, {
          orgId,
          conditions: all(tag("newsletter")),
          exclusions: [all(tag("t7"))],
          marketing: true,
          now,
        })
      ).count(),
    ),
  );
} finally {
  await ground.close();
}
process.exit(0);
