import { Pool } from "undici";
import { post } from "#app/domain/messaging/sender/post.server.ts";
import { signatureOf } from "#app/domain/whatsapp/webhookEvents/signature.ts";
import { sendingCampaign } from "#tests/support/campaign.ts";
import { freePort, serverFile, startNode, untilAnswers } from "#tests/support/processes.ts";
import type { Ground } from "./ground.ts";
import { percentile, print, summary } from "./measure.ts";

interface Webhook {
  body: string;
  signature: string;
}

/** Signed webhooks of one status each, as Meta sends them for single messages. */
function signedStatuses(ground: Ground, phoneNumberId: string, count: number): Webhook[] {
  return Array.from({ length: count }, (_, n) => {
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [
        {
          id: "1",
          changes: [
            {
              field: "messages",
              value: {
                messaging_product: "whatsapp",
                metadata: { display_phone_number: "254700111222", phone_number_id: phoneNumberId },
                statuses: [
                  {
                    id: `wamid.BENCH${n}`,
                    status: "delivered",
                    timestamp: "1790000100",
                    recipient_id: "254712345678",
                    biz_opaque_callback_data: `msg_${String(n).padStart(32, "0")}`,
                    pricing: { billable: true, pricing_model: "PMP", type: "regular", category: "utility" },
                  },
                ],
              },
            },
          ],
        },
      ],
    });
    return { body, signature: signatureOf(body, ground.services.config.meta.appSecret) };
  });
}

/** Posts all webhooks, `inFlight` at a time or `perSecond`; seconds in all, and milliseconds of each. */
async function postAll(
  url: string,
  webhooks: readonly Webhook[],
  pace: { inFlight: number } | { perSecond: number },
): Promise<{ seconds: number; latencies: number[] }> {
  const pool = new Pool(url, { connections: 64 });
  const latencies: number[] = [];
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    let next = 0;
    const one = (then: () => void) => {
      const webhook = webhooks[next++];
      if (!webhook) return;
      const at = performance.now();
      post(
        pool,
        "/api/hooks/meta",
        { "content-type": "application/json", "x-hub-signature-256": webhook.signature },
        webhook.body,
        (result) => {
          if ("error" in result || result.status !== 200) return reject(new Error(JSON.stringify(result)));
          latencies.push(performance.now() - at);
          if (latencies.length === webhooks.length) resolve();
          else then();
        },
      );
    };
    if ("inFlight" in pace) {
      const again = () => one(again);
      for (let n = 0; n < pace.inFlight; n++) again();
      return;
    }
    const timer = setInterval(() => {
      const owed = Math.min(
        webhooks.length,
        Math.floor(((performance.now() - startedAt) / 1000) * pace.perSecond),
      );
      while (next < owed) one(() => undefined);
      if (next >= webhooks.length) clearInterval(timer);
    }, 2);
  });
  await pool.close();
  return { seconds: (performance.now() - startedAt) / 1000, latencies };
}

/**
 * Webhooks acknowledged after their commit, compared with a bare server that stores nothing; then the
 * latencies while a campaign runs.
 */
export async function benchReceive(
  ground: Ground,
  options: { webhooks: number; rounds: number; perSecond: number; seconds: number },
): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { ...ground.environment, PORT: String(port), HOST: "127.0.0.1" };
  const hello = startNode("tests/bench/helloProcess.ts", {});
  while (!/^\d+\n/.test(hello.output())) await new Promise((resolve) => setTimeout(resolve, 20));
  const helloUrl = `http://127.0.0.1:${hello.output().trim()}`;
  const sender = await ground.newSender(80);
  const webhooks = signedStatuses(ground, sender.phoneNumberId, options.webhooks);

  const receiver = startNode(serverFile, { ...environment, ROLES: "api" });
  await untilAnswers(`${url}/healthz`, receiver);
  await postAll(helloUrl, webhooks.slice(0, 5000), { inFlight: 128 });
  await postAll(url, webhooks.slice(0, 5000), { inFlight: 128 });
  const ratios: number[] = [];
  let perSecond = 0;
  for (let round = 0; round < options.rounds; round++) {
    const bare = await postAll(helloUrl, webhooks, { inFlight: 128 });
    const ours = await postAll(url, webhooks, { inFlight: 128 });
    ratios.push(bare.seconds / ours.seconds);
    perSecond = Math.round(options.webhooks / ours.seconds);
    await ground.services.db.owner.query("truncate webhook_events, processed_webhooks");
  }
  await receiver.kill("SIGTERM");
  print({ bench: "receive", ...summary(ratios), against: "node:http hello", perSecond });

  const worker = startNode(serverFile, { ...environment, ROLES: "api,worker" });
  await untilAnswers(`${url}/healthz`, worker);
  await sendingCampaign(ground.services, { ...sender, recipients: 80 * (options.seconds + 10) });
  const paced = await postAll(url, webhooks.slice(0, options.perSecond * options.seconds), {
    perSecond: options.perSecond,
  });
  await worker.kill("SIGTERM");
  await hello.kill("SIGTERM");
  const round = (value: number) => Math.round(value * 10) / 10;
  print({
    bench: "receive-while-sending",
    webhooksPerSecond: options.perSecond,
    campaignPerSecond: 80,
    p50Ms: round(percentile(paced.latencies, 0.5)),
    p99Ms: round(percentile(paced.latencies, 0.99)),
    overOneSecond: paced.latencies.filter((ms) => ms > 1000).length / paced.latencies.length,
  });
}
