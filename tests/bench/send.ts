import { Logger as GraphileLogger, run as graphileRun } from "graphile-worker";
import { PgBoss } from "pg-boss";
import { Pool } from "undici";
import { composeBody } from "#app/domain/messaging/sender/compose.server.ts";
import { post } from "#app/domain/messaging/sender/post.server.ts";
import { startSender } from "#app/domain/messaging/sender/sender.server.ts";
import { sendingCampaign, standOf, until } from "#tests/support/campaign.ts";
import type { Ground } from "./ground.ts";
import { print, summary } from "./measure.ts";

const unlimited = 1_000_000;
const connections = 64;

const bodyOf = (n: number) =>
  JSON.stringify({
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: `+2547${String(n).padStart(8, "0")}`,
    biz_opaque_callback_data: `msg_${String(n).padStart(32, "0")}`,
    type: "template",
    template: {
      name: "order_ready",
      language: { code: "en" },
      components: [{ type: "body", parameters: [{ type: "text", text: `Customer ${n}` }] }],
    },
  });

/** The bare client: the same POSTs by `Pool.dispatch`, nothing stored. Seconds. */
export async function bare(url: string, messages: number): Promise<number> {
  const pool = new Pool(url, { connections });
  const startedAt = performance.now();
  await new Promise<void>((resolve) => {
    let next = 1;
    let done = 0;
    const one = () => {
      if (next > messages) return;
      const n = next++;
      post(
        pool,
        "/v25.0/1/messages",
        { "content-type": "application/json", authorization: "Bearer EAAbench" },
        bodyOf(n),
        () => {
          done += 1;
          if (done === messages) resolve();
          else one();
        },
      );
    };
    for (let n = 0; n < 128; n++) one();
  });
  await pool.close();
  return (performance.now() - startedAt) / 1000;
}

/** Our engine: from the moment the campaign may be sent to its last accepted row, committed. Seconds. */
export async function engine(ground: Ground, messages: number): Promise<number> {
  const { services } = ground;
  const sender = await ground.newSender(unlimited);
  const campaignId = await sendingCampaign(services, { ...sender, recipients: messages, status: "paused" });
  await services.db.owner.query("vacuum analyze messages");
  const running = startSender(services);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const startedAt = performance.now();
  await services.db.owner.query("update campaigns set status = 'sending' where id = $1", [campaignId]);
  await services.db.owner.query("select pg_notify('tarishi_sender', $1)", [sender.phoneNumberId]);
  await until(
    "all accepted",
    async () => {
      const { rows } = await services.db.system.query<{ count: number }>(
        "select count from campaign_totals where campaign_id = $1 and state = 'accepted'",
        [campaignId],
      );
      return rows[0]?.count === messages;
    },
    600_000,
    () => standOf(services, campaignId),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await running.stop();
  return seconds;
}

/** The same job as one pg-boss job a message: post, then mark the row. Seconds. */
async function withPgBoss(ground: Ground, messages: number): Promise<number> {
  const { services } = ground;
  const sender = await ground.newSender(unlimited);
  await sendingCampaign(services, { ...sender, recipients: messages, status: "paused" });
  const boss = new PgBoss({
    connectionString: services.db.url,
    schema: "bench_pgboss",
    supervise: false,
    schedule: false,
  });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.createQueue("send");
  const { rows } = await services.db.system.query(
    "select id, recipient, variables from messages where org_id = $1",
    [sender.orgId],
  );
  for (let at = 0; at < rows.length; at += 5000)
    await boss.insert(
      "send",
      rows.slice(at, at + 5000).map((data) => ({ data })),
    );
  const pool = new Pool(ground.stubUrl, { connections });
  let done = 0;
  const startedAt = performance.now();
  await boss.work(
    "send",
    { batchSize: 200, pollingIntervalSeconds: 0.5, localConcurrency: 4 },
    async (jobs) => {
      await Promise.all(
        jobs.map(async (item) => {
          await sendAndMark(ground, pool, sender.orgId, item.data as Row);
          done += 1;
        }),
      );
    },
  );
  await until(
    "all jobs done",
    async () => done === messages,
    600_000,
    async () => ({ done }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await boss.stop({ graceful: false });
  await pool.close();
  await services.db.owner.query("drop schema bench_pgboss cascade");
  return seconds;
}

/** The same job as one graphile-worker job a message. Seconds. */
async function withGraphile(ground: Ground, messages: number): Promise<number> {
  const { services } = ground;
  const sender = await ground.newSender(unlimited);
  await sendingCampaign(services, { ...sender, recipients: messages, status: "paused" });
  const pool = new Pool(ground.stubUrl, { connections });
  let done = 0;
  const runner = await graphileRun({
    connectionString: services.db.url,
    schema: "bench_graphile",
    concurrency: 32,
    noHandleSignals: true,
    pollInterval: 100,
    logger: new GraphileLogger(() => () => undefined),
    crontab: "",
    taskList: {
      send: async (data) => {
        await sendAndMark(ground, pool, sender.orgId, data as Row);
        done += 1;
      },
    },
  });
  const startedAt = performance.now();
  await services.db.owner.query(
    `select count(bench_graphile.add_job('send', json_build_object('id', id, 'recipient', recipient, 'variables', variables))) from messages where org_id = $1`,
    [sender.orgId],
  );
  await until(
    "all jobs done",
    async () => done === messages,
    600_000,
    async () => ({ done }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await runner.stop();
  await pool.close();
  await services.db.owner.query("drop schema bench_graphile cascade");
  return seconds;
}

interface Row {
  id: string;
  recipient: string;
  variables: Record<string, string>;
}

async function sendAndMark(ground: Ground, pool: Pool, orgId: string, row: Row): Promise<void> {
  const body = composeBody(
    {
      id: row.id,
      campaignId: null,
      leaseId: null,
      type: "template",
      recipient: row.recipient,
      templateId: "t",
      variables: row.variables,
      body: null,
      payload: null,
      attempts: 0,
      doubts: 0,
      consent: "granted",
    },
    {
      name: "order_ready",
      language: "en",
      category: "UTILITY",
      status: "APPROVED",
      parameterFormat: "positional",
      components: [{ type: "BODY", text: "Habari {{1}}, your order is ready." }],
    },
  );
  const wamid = await new Promise<string>((resolve, reject) =>
    post(
      pool,
      "/v25.0/1/messages",
      { "content-type": "application/json", authorization: "Bearer EAAbench" },
      body,
      (result) =>
        "error" in result
          ? reject(result.error)
          : resolve((JSON.parse(result.body) as { messages: { id: string }[] }).messages[0]!.id),
    ),
  );
  await ground.services.db.system.query({
    name: "mark-accepted",
    text: "update messages set state = 'accepted', wamid = $3, accepted_at = now() where org_id = $1 and id = $2",
    values: [orgId, row.id, wamid],
  });
}

/**
 * Send rates: ours, and one job a message in two queues, each divided by the bare client in the same round.
 */
export async function benchSend(
  ground: Ground,
  options: { messages: number; rounds: number; queueMessages: number },
): Promise<void> {
  const ratios = { engine: [] as number[], pgBoss: [] as number[], graphile: [] as number[] };
  const perSecond: number[] = [];
  await bare(ground.stubUrl, 20_000);
  for (let round = 0; round < options.rounds; round++) {
    // Pending writes of the previous round's queues must not slow ours.
    await ground.services.db.owner.query("checkpoint");
    const bareRate = options.messages / (await bare(ground.stubUrl, options.messages));
    const engineRate = options.messages / (await engine(ground, options.messages));
    ratios.engine.push(engineRate / bareRate);
    perSecond.push(engineRate);
    ratios.pgBoss.push(options.queueMessages / (await withPgBoss(ground, options.queueMessages)) / bareRate);
    ratios.graphile.push(
      options.queueMessages / (await withGraphile(ground, options.queueMessages)) / bareRate,
    );
    await ground.services.db.owner.query(
      "truncate messages, campaigns, campaign_totals, contacts, hourly_totals, send_leases cascade",
    );
  }
  const { messages } = options;
  print({
    bench: "send-pg-boss",
    ...summary(ratios.pgBoss),
    against: "undici dispatch",
    messages: options.queueMessages,
  });
  print({
    bench: "send-graphile-worker",
    ...summary(ratios.graphile),
    against: "undici dispatch",
    messages: options.queueMessages,
  });
  print({
    bench: "send",
    ...summary(ratios.engine),
    against: "undici dispatch",
    messages,
    perSecond: Math.round(summary(perSecond).ratio),
  });
}
