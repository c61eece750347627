import { Pool } from "undici";
import { sendingCampaign } from "#tests/support/campaign.ts";
import { bodyOf, type Caller, newCaller } from "./api.ts";
import type { Ground } from "./ground.ts";
import { percentile, print } from "./measure.ts";
import { startServer } from "./serve.ts";

/**
 * Posts messages at a steady rate, for the organisations in turn, however slow the responses; returns
 * milliseconds of each.
 */
async function latencies(
  origin: string,
  callers: readonly Caller[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const pool = new Pool(origin, { connections: 256 });
  const startedAt = performance.now();
  const requests = Array.from({ length: perSecond * seconds }, async (_, n) => {
    const dueAt = startedAt + (n / perSecond) * 1000;
    await new Promise((resolve) => setTimeout(resolve, dueAt - performance.now()));
    const { statusCode, body } = await pool.request({
      method: "POST",
      path: "/api/v1/messages",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${callers[n % callers.length]!.key}`,
      },
      body: bodyOf(n % 5000),
    });
    const text = await body.text();
    if (statusCode !== 202) throw new Error(`the API answered ${statusCode}: ${text}`);
    return performance.now() - dueAt;
  });
  const taken = await Promise.all(requests);
  await pool.close();
  return taken;
}

/** Latency of a message by the API at a steady rate: alone, and during another organisation's campaign. */
export async function benchApiLatency(
  ground: Ground,
  options: { perSecond: number; seconds: number; recipients: number; throughput: number },
): Promise<void> {
  const { server, url } = await startServer(ground, "api,worker");
  const callers: Caller[] = [];
  for (let n = 0; n < 60; n += 1) callers.push(await newCaller(ground, 80));
  await latencies(url, callers, { ...options, seconds: 2 });
  // As autovacuum does within a minute: until then, plans are those of empty tables.
  await ground.services.db.owner.query("analyze");
  const alone = await latencies(url, callers, options);
  const sender = await ground.newSender(options.throughput);
  await sendingCampaign(ground.services, { ...sender, recipients: options.recipients });
  const inCampaign = await latencies(url, callers, options);
  print({
    bench: "api-p99",
    perSecond: options.perSecond,
    messages: alone.length,
    p50Ms: Math.round(percentile(alone, 0.5)),
    p99Ms: Math.round(percentile(alone, 0.99)),
    floorMs: 100,
    campaign: options.recipients,
    campaignP50Ms: Math.round(percentile(inCampaign, 0.5)),
    campaignP99Ms: Math.round(percentile(inCampaign, 0.99)),
    campaignFloorMs: 250,
  });
  await server.kill("SIGTERM");
}
