import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startSender } from "#app/domain/messaging/sender/sender.server.ts";
import { sendingCampaign, standOf, until } from "#tests/support/campaign.ts";
import type { Ground } from "./ground.ts";
import { print } from "./measure.ts";

/** Memory of the sending process after the first tenth of a large campaign and at its end, after garbage collection. */
export async function benchMemory(ground: Ground, options: { recipients: number }): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { services } = ground;
  const sender = await ground.newSender(1_000_000);
  const campaignId = await sendingCampaign(services, { ...sender, recipients: options.recipients });
  const running = startSender(services);
  const accepted = async () => {
    const { rows } = await services.db.system.query<{ count: number }>(
      "select count from campaign_totals where campaign_id = $1 and state = 'accepted'",
      [campaignId],
    );
    return rows[0]?.count ?? 0;
  };
  const measure = () => {
    collect();
    const { heapUsed, rss } = process.memoryUsage();
    return { heapMb: Math.round(heapUsed / 1e6), rssMb: Math.round(rss / 1e6) };
  };
  const stand = () => standOf(services, campaignId);
  await until("a tenth", async () => (await accepted()) >= options.recipients / 10, 900_000, stand);
  const early = measure();
  await until("all but a few", async () => (await accepted()) >= options.recipients * 0.99, 900_000, stand);
  const late = measure();
  await running.stop();
  print({
    bench: "memory",
    recipients: options.recipients,
    atOneTenth: early,
    atTheEnd: late,
    heapGrowth: Math.round((late.heapMb / early.heapMb) * 100) / 100,
  });
}
