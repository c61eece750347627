import { expect, it } from "vitest";
import { migrate } from "#app/db/migrate.server.ts";
import { setUpEarlierDatabase } from "#tests/support/earlierDatabase.ts";

/** The last migration before webhooks and calls of the API were partitioned. */
const earlier = setUpEarlierDatabase(81);

it("keeps webhooks and calls of before when their tables are partitioned", async () => {
  const query = async (text: string) => (await earlier.owner.query(text)).rows;
  await query(`insert into webhook_events (body, account_key, is_status, processed_at, error)
    select 'body ' || n, 'phone', n > 2, case when n < 4 then now() - n * interval '1 day' end,
      case when n = 3 then 'TypeError' end
    from generate_series(1, 5) n`);
  await query(`insert into api_calls (org_id, id, key_id, mode, method, path, status, duration_ms, ip_address, user_agent, created_at)
    select 'org_duka', 'call ' || n, 'key_1', 'live', 'GET', '/', 200, 1, '', '', now() - n * interval '8 hours'
    from generate_series(0, 5) n`);
  const calls = await query("select * from api_calls order by id");

  await migrate(earlier.url());

  expect(await query("select * from api_calls order by id")).toEqual(calls);
  expect(await query("select id, body, account_key, is_status from webhook_events order by id")).toEqual([
    { id: 4, body: "body 4", account_key: "phone", is_status: true },
    { id: 5, body: "body 5", account_key: "phone", is_status: true },
  ]);
  expect(await query("select id, body, is_status, error from processed_webhooks order by id")).toEqual([
    { id: 1, body: "body 1", is_status: false, error: null },
    { id: 2, body: "body 2", is_status: false, error: null },
    { id: 3, body: "body 3", is_status: true, error: "TypeError" },
  ]);
  expect(await query("insert into webhook_events (body) values ('{}') returning id")).toEqual([{ id: 6 }]);
});
