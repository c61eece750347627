import { holds } from "#app/db/schema/money/ledger.ts";
import { prepareCampaignJob } from "#app/domain/messaging/jobs.ts";
import { newId } from "#app/platform/ids.ts";
import { createLogger } from "#app/platform/run/logger.server.ts";
import { monthOf } from "#app/platform/time/calendar.ts";
import { createJobs } from "#app/worker/runner.server.ts";
import { until } from "#tests/support/campaign.ts";
import type { Scenario } from "./deaths.ts";

/**
 * kill -9 of the server, and then of PostgreSQL, while the recipients of a campaign are being written: a later job
 * continues after the last batch, and every recipient is written once.
 */
export const killWhilePreparing: Scenario = async (ground, { short }) => {
  const { db } = ground.services;
  let isGood = true;
  let server = await ground.startServer();
  // A paused one with a single recipient provides the number, the template and the organisation.
  const { orgId, campaignId } = await ground.newCampaign(1, 20);
  const recipients = short ? 60_000 : 200_000;
  await db.owner.query("delete from messages where campaign_id = $1", [campaignId]);
  await db.owner.query("delete from campaign_totals where campaign_id = $1", [campaignId]);
  await db.owner.query(
    `insert into contacts (org_id, id, phone, name)
    select $1, 'con_' || lpad(n::text, 12, '0'), '+2547' || lpad(n::text, 8, '0'), 'Customer ' || n
    from generate_series(1, $2::int) n on conflict do nothing`,
    [orgId, recipients],
  );
  await db.withSystem((tx) =>
    tx.insert(holds).values({
      orgId,
      id: newId("hld"),
      subjectId: campaignId,
      messages: recipients,
      month: monthOf(new Date(), "Africa/Nairobi"),
      includedMessages: recipients,
      priceCentsPerMessage: 200,
    }),
  );
  await db.owner.query(
    `update campaigns set status = 'preparing', recipient_count = 0, next_sequence = 1, started_at = null, updated_at = now(),
      variables = '{"1": {"from": "contact", "field": "name", "fallback": "you"}}' where id = $1`,
    [campaignId],
  );
  const jobs = createJobs(db.url, { supervise: false, log: createLogger("silent") });
  await jobs.prepare([prepareCampaignJob]);
  await jobs.enqueue(prepareCampaignJob, { orgId, campaignId });
  const readCampaign = async () => {
    const { rows } = await db.owner.query<{ status: string; written: number }>(
      "select status, recipient_count as written from campaigns where id = $1",
      [campaignId],
    );
    return rows[0]!;
  };
  let before = 0;
  const victims = ["server", "PostgreSQL", ...(short ? [] : ["server"])];
  for (const victim of victims) {
    const { written, status } = await until(
      "some recipients more are written",
      async () => {
        const now = await readCampaign();
        return (now.written > before || now.status !== "preparing") && now;
      },
      180_000,
    );
    if (victim === "server") await server.kill("SIGKILL");
    else await ground.postgres.crash();
    isGood = isGood && status === "preparing" && written < recipients;
    before = (await until("PostgreSQL responds", () => readCampaign().catch(() => undefined), 120_000))
      .written;
    if (victim === "server") server = await ground.startServer();
  }
  await until("sending", async () => (await readCampaign()).status === "sending", 240_000);
  const { rows } = await db.owner.query<{ rows: number; contacts: number; last: number; counted: number }>(
    `select count(*)::int as rows, count(distinct contact_id)::int as contacts, max(sequence) as last,
      (select sum(count)::int from campaign_totals where campaign_id = $1) as counted
    from messages where campaign_id = $1`,
    [campaignId],
  );
  console.log(JSON.stringify({ crash: "kill-9-preparing", victims, recipients, ...rows[0] }));
  isGood = isGood && Object.values(rows[0]!).every((figure) => figure === recipients);
  await db.owner.query("update campaigns set status = 'paused' where id = $1", [campaignId]);
  await jobs.stop();
  await server.kill("SIGKILL");
  return isGood;
};
