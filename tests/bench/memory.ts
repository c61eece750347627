import { sendingCampaign, standOf, until } from "#tests/support/campaign.ts";
import { freePort, serverFile, startNode, untilAnswers } from "#tests/support/processes.ts";
import { residentMbOf } from "#tests/support/processStats.ts";
import type { Ground } from "./ground.ts";
import { print } from "./measure.ts";

/** Memory of the built server after the first tenth of a large campaign and at its end. */
export async function benchMemory(ground: Ground, options: { recipients: number }): Promise<void> {
  const { services } = ground;
  const sender = await ground.newSender(1_000_000);
  const campaignId = await sendingCampaign(services, {
    ...sender,
    recipients: options.recipients,
    status: "paused",
  });
  const port = await freePort();
  const server = startNode(serverFile, {
    ...ground.environment,
    NODE_ENV: "production",
    PORT: String(port),
    HOST: "127.0.0.1",
    ROLES: "web,api,worker",
  });
  await untilAnswers(`http://127.0.0.1:${port}/readyz`, server);
  const resident = () => residentMbOf(server.process.pid!);
  const atStart = resident().now;
  await services.db.owner.query("update campaigns set status = 'sending' where id = $1", [campaignId]);
  await services.db.owner.query("select pg_notify('tarishi_sender', $1)", [sender.phoneNumberId]);
  const accepted = async () => {
    const { rows } = await services.db.system.query<{ count: number }>(
      "select count from campaign_totals where campaign_id = $1 and state = 'accepted'",
      [campaignId],
    );
    return rows[0]?.count ?? 0;
  };
  const stand = () => standOf(services, campaignId);
  await until("a tenth", async () => (await accepted()) >= options.recipients / 10, 900_000, stand);
  const atOneTenth = resident().now;
  await until("all but a few", async () => (await accepted()) >= options.recipients * 0.99, 900_000, stand);
  const { now, peak } = resident();
  await server.kill("SIGTERM");
  print({
    bench: "memory",
    recipients: options.recipients,
    residentMb: now,
    peakMb: peak,
    atStartMb: atStart,
    atOneTenthMb: atOneTenth,
    growth: Math.round((now / atOneTenth) * 100) / 100,
  });
}
