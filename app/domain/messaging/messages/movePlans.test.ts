import { describe, expect, it } from "vitest";
import { clientOf, type Queryable } from "#app/db/client.server.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { nodesOf, type PlanRow } from "#tests/support/queryPlan.ts";
import { acceptQueued, moveMessages } from "./move.server.ts";

const platform = setUpPlatform();

/** What PostgreSQL thinks of a table that was never analysed: it counts pages only. */
const neverAnalysed = `do $$ declare part regclass; begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'messages'::regclass loop
    execute format('alter table %s set (autovacuum_enabled = off)', part);
  end loop;
end $$`;

const queuedRows = (rows: number) =>
  `insert into messages (org_id, id, direction, type, phone_number_id)
    select 'org_large', new_id('msg'), 'out', 'text', '1' from generate_series(1, ${rows})`;

/**
 * How the prepared statement, planned for any values, finds messages: by which index conditions, or by what else; and where
 * it compares each id of one side with each of the other.
 */
async function planOf(client: Queryable, name: string, parameters: number) {
  const others = Array.from({ length: parameters - 4 }, () => "'{}'");
  const [first, last] = [newId("msg"), newId("msg")];
  const values = ["'org_large'", `'{${first},${last}}'`, ...others, `'${first}'`, `'${last}'`];
  const { rows } = await client.query<PlanRow>({
    text: `explain (format json) execute "${name}"(${values.join(", ")})`,
  });
  const nodes = nodesOf(rows[0]!["QUERY PLAN"][0].Plan);
  const reads = nodes
    .filter((node) => node["Relation Name"]?.startsWith("messages") && node["Node Type"] !== "ModifyTable")
    .map(
      (node) =>
        nodesOf(node)
          .flatMap((part) => part["Index Cond"] ?? [])
          .join() || node["Node Type"],
    );
  const compared = nodes
    .flatMap((node) => node["Join Filter"] ?? [])
    .filter((filter) => /\bid\b/.test(filter));
  return { reads, compared };
}

const orgId = newId("org") as OrgId;
const unmatched = { id: newId("msg"), state: "accepted" as const, at: new Date(), wamid: "wamid.1" };

describe.each([
  ["an empty table", 0],
  ["592 rows of one organisation that were never analysed", 592],
])("planned for %s", (_, rows) => {
  it("Meta's responses and reports find rows of a month by organisation and key", async () => {
    const { db } = platform.services;
    await db.owner.query("truncate messages cascade");
    await db.owner.query(neverAnalysed);
    if (rows > 0) await db.owner.query(queuedRows(rows));
    const plans = await db.withSystem(async (tx) => {
      const client = clientOf(tx);
      // A plan of before is not taken.
      await client.query({ text: "discard plans" });
      await acceptQueued(tx, orgId, [unmatched]);
      await moveMessages(tx, orgId, [unmatched]);
      await client.query({ text: "set local plan_cache_mode = force_generic_plan" });
      return {
        accepted: await planOf(client, "accept-queued", 6),
        locked: await planOf(client, "lock-messages", 4),
        moved: await planOf(client, "move-messages", 20),
      };
    });
    const byKey = expect.stringMatching(/org_id = \$1.*\bid = ANY/);
    expect(plans).toEqual({
      accepted: { reads: [byKey], compared: [] },
      locked: { reads: [byKey], compared: [] },
      moved: { reads: [byKey], compared: [] },
    });
  });
});
