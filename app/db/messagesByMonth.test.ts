import { expect, it } from "vitest";
import { migrate } from "#app/db/migrate.server.ts";
import { newId } from "#app/platform/ids.ts";
import { setUpEarlierDatabase } from "#tests/support/earlierDatabase.ts";

/** The last migration before messages were partitioned. */
const earlier = setUpEarlierDatabase(82);

const dayMs = 86_400_000;

it("keeps messages and campaigns of before when messages are partitioned by month", async () => {
  const query = async (text: string, values: unknown[] = []) =>
    (await earlier.owner.query(text, values)).rows;
  const message = (campaignId: string | null, sequence: number | null, daysAgo: number) =>
    query(
      `insert into messages (org_id, id, direction, type, phone_number_id, campaign_id, sequence, body)
        values ('org_duka', $1, 'out', 'text', '1', $2, $3, 'Habari')`,
      [newId("msg", Date.now() - daysAgo * dayMs), campaignId, sequence],
    );
  const campaign = (id: string, recipients: number, startedAt: Date | null) =>
    query(
      `insert into campaigns (org_id, id, name, status, template_id, phone_number_id, audience, recipient_count, started_at)
        values ('org_duka', $1, $1, 'preparing', 'tpl_1', '1', '{"kind":"all"}', $2, $3)`,
      [id, recipients, startedAt],
    );
  await campaign("cmp_sending", 2, new Date());
  await campaign("cmp_preparing", 1, null);
  await campaign("cmp_draft", 0, null);
  await message("cmp_sending", 1, 0);
  await message("cmp_sending", 2, 0);
  await message("cmp_preparing", 1, 0);
  await message(null, null, 400);
  // By a clock that is ahead.
  await message(null, null, -40);
  const rows = await query("select * from messages order by id");

  await migrate(earlier.url());

  const withLaterColumns = rows.map((row) => ({ ...row, fallback: null }));
  expect(await query("select * from messages order by id")).toEqual(withLaterColumns);
  const places = await query("select distinct tableoid::regclass::text as place from messages");
  expect(places).toEqual([{ place: "partitions.messages_before" }]);
  const ranges = await query(`select id, messages_from, messages_to from campaigns order by id`);
  const newest = rows.at(-1)!.id;
  expect(ranges).toEqual([
    { id: "cmp_draft", messages_from: "", messages_to: "msh" },
    { id: "cmp_preparing", messages_from: "", messages_to: "msh" },
    { id: "cmp_sending", messages_from: "", messages_to: expect.stringMatching(/^msg_[0-9a-f]{12}$/) },
  ]);
  expect(ranges[2].messages_to > newest).toBe(true);
  await message(null, null, -75);
  await query("select keep_partitions('messages', 2, null, now() + interval '75 days')");
  const [next] = await query(
    "select tableoid::regclass::text as place from messages order by id desc limit 1",
  );
  expect(next.place).toMatch(/^partitions\.messages_\d{6}$/);
});
