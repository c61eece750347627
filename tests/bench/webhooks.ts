import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { startWebhookDeliveries } from "#app/worker/webhookDeliveries.server.ts";
import { until } from "#tests/support/campaign.ts";
import { hookedOrg, markDelivered } from "#tests/support/hookEndpoints.ts";
import { startNode } from "#tests/support/processes.ts";
import type { Ground } from "./ground.ts";
import { percentile, print, summary } from "./measure.ts";

const endpointsOfEach = 10;

const openOf = async ({ db }: Services) => {
  const { rows } = await db.system.query<{ open: number }>(
    "select count(*)::int as open from webhook_deliveries where due_at is not null",
  );
  return rows[0]!.open;
};

/**
 * Deliveries a second, each taken, signed, posted and stored, compared with the same posts by undici alone;
 * interleaved rounds.
 */
async function benchThroughput(services: Services, options: { rounds: number; deliveries: number }) {
  const receiver = startNode("tests/bench/helloProcess.ts", {});
  while (!/^\d+\n/.test(receiver.output())) await new Promise((resolve) => setTimeout(resolve, 20));
  const url = `http://127.0.0.1:${receiver.output().trim()}`;
  const orgs: OrgId[] = [];
  for (let n = 0; n < 10; n += 1) {
    const urls = Array.from({ length: endpointsOfEach }, (_, k) => `${url}/${n}/${k}`);
    orgs.push((await hookedOrg(services, urls)).orgId);
  }
  const ours = async () => {
    const events = Math.ceil(options.deliveries / orgs.length / endpointsOfEach);
    for (const orgId of orgs) await markDelivered(services, orgId, events);
    const startedAt = performance.now();
    const running = startWebhookDeliveries(services);
    await until("all delivered", async () => (await openOf(services)) === 0, 300_000);
    const seconds = (performance.now() - startedAt) / 1000;
    await running.stop();
    return (events * orgs.length * endpointsOfEach) / seconds;
  };
  const theirs = () => bare(url, options.deliveries);
  const ratios: number[] = [];
  const rates: { webhooks: number[]; bare: number[] } = { webhooks: [], bare: [] };
  await theirs();
  for (let round = 0; round < options.rounds; round += 1) {
    const [bareRate, ourRate] =
      round % 2 === 0 ? [await theirs(), await ours()] : [await ours(), await theirs()].reverse();
    rates.bare.push(Math.round(bareRate!));
    rates.webhooks.push(Math.round(ourRate!));
    ratios.push(ourRate! / bareRate!);
  }
  await receiver.kill("SIGTERM");
  print({ bench: "webhooks", ...summary(ratios), aim: 0.4, against: "undici", perSecond: rates });
}

/** The same posts, unsigned and not stored; per second. */
async function bare(url: string, count: number): Promise<number> {
  const agent = new Agent();
  const body = JSON.stringify({
    type: "message.delivered",
    timestamp: new Date().toISOString(),
    data: { message_id: "msg_0199a1b2c3d40001aabbccddeeff0011", status: "delivered", to: "+254712345678" },
  });
  const headers = {
    "content-type": "application/json",
    "user-agent": "Tarishi-Webhooks/1",
    "webhook-id": "evt_0199a1b2c3d40001aabbccddeeff0011",
    "webhook-timestamp": "1790000000",
    "webhook-signature": `v1,${"A".repeat(43)}=`,
  };
  let next = 0;
  const startedAt = performance.now();
  const work = async () => {
    while (next++ < count) {
      const answer = await agent.request({ origin: url, path: "/hook", method: "POST", headers, body });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: 128 }, work));
  await agent.close();
  return count / ((performance.now() - startedAt) / 1000);
}

/**
 * A system that records when each message was reported; while /dead is enabled, requests below it never get a
 * response.
 */
async function startListener() {
  const state = { deadIsDead: false };
  const cameAt: { messageId: string; at: number }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => undefined);
    request.on("end", () => {
      if (request.url!.startsWith("/dead")) {
        if (!state.deadIsDead) response.writeHead(204).end();
        return;
      }
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { message_id: string } };
      cameAt.push({ messageId: data.message_id, at: performance.now() });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    cameAt,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * How long events wait for healthy endpoints, from commit to arrival: first while all endpoints respond, then
 * while some never do.
 */
async function benchDeadEndpoints(
  services: Services,
  options: { organisations: number; dead: number; seconds: number },
) {
  const listener = await startListener();
  const orgs: OrgId[] = [];
  for (let n = 0; n < options.organisations; n += 1) {
    const urls = Array.from(
      { length: endpointsOfEach },
      (_, k) => `${listener.url}/${k === 0 && n < options.dead ? "dead" : "alive"}/${n}/${k}`,
    );
    orgs.push((await hookedOrg(services, urls)).orgId);
  }
  const running = startWebhookDeliveries(services);
  const round = async () => {
    const deliveredAt = new Map<string, number>();
    listener.cameAt.length = 0;
    const endsAt = performance.now() + options.seconds * 1000;
    for (let n = 0; performance.now() < endsAt; n += 1) {
      for (const id of await markDelivered(services, orgs[n % orgs.length]!, 1))
        deliveredAt.set(id, performance.now());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return listener.cameAt.map(({ messageId, at }) => Math.max(0, at - deliveredAt.get(messageId)!));
  };
  const healthy = await round();
  listener.state.deadIsDead = true;
  const withDead = await round();
  const ms = (value: number) => Math.round(value);
  print({
    bench: "webhooks-dead-endpoints",
    endpoints: options.organisations * endpointsOfEach,
    dead: options.dead,
    deliveries: [healthy.length, withDead.length],
    p50Ms: [ms(percentile(healthy, 0.5)), ms(percentile(withDead, 0.5))],
    p99Ms: [ms(percentile(healthy, 0.99)), ms(percentile(withDead, 0.99))],
  });
  listener.close();
  await running.stop();
}

export async function benchWebhooks(
  ground: Ground,
  options: {
    rounds: number;
    deliveries: number;
    organisations: number;
    dead: number;
    seconds: number;
  },
): Promise<void> {
  const services = { ...ground.services, config: { ...ground.services.config, webhooksToLoopback: true } };
  await benchThroughput(services, options);
  await benchDeadEndpoints(services, options);
}
