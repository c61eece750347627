import { startSender } from "#app/domain/messaging/sender/sender.server.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { createGraph } from "#app/providers/meta/graph.server.ts";
import { startGraphSimulator } from "#simulators/meta/server.ts";
import {
  approvedTemplate,
  connectNumber,
  control,
  type SimulatedAccount,
  sendingCampaign,
  standOf,
  until,
} from "#tests/support/campaign.ts";
import type { Ground } from "./ground.ts";
import { print } from "./measure.ts";

/**
 * The share of a number's allowed rate that the limiter uses, against the simulator's own bucket, and its
 * refusals.
 */
export async function benchLimiter(ground: Ground, options: { seconds: number }): Promise<void> {
  for (const limit of [80, 1000]) {
    const simulator = await startGraphSimulator({ port: 0, statuses: "none" });
    const graph = createGraph({ url: simulator.url, version: "v25.0" });
    const services = { ...ground.services, graph };
    const orgId = newId("org") as OrgId;
    const account = await control<SimulatedAccount>(simulator.url, "/accounts", {
      displayPhoneNumber: "+254700111222",
      verifiedName: "Duka",
      throughput: limit,
    });
    const metaTemplateId = await approvedTemplate(simulator.url, account, "order_ready");
    const sender = await connectNumber(services, orgId, account, {
      metaTemplateId,
      throughputPerSecond: limit,
    });
    const recipients = limit * options.seconds;
    const campaignId = await sendingCampaign(services, { orgId, ...sender, recipients });
    const running = startSender(services);
    await until(
      "all accepted",
      async () => {
        const { rows } = await services.db.system.query<{ count: number }>(
          "select count from campaign_totals where campaign_id = $1 and state = 'accepted'",
          [campaignId],
        );
        return rows[0]?.count === recipients;
      },
      300_000,
      () => standOf(services, campaignId),
    );
    await running.stop();
    const { rows } = await services.db.system.query<{ seconds: number; refused: number }>(
      "select extract(epoch from max(accepted_at) - min(accepted_at))::float as seconds, count(*) filter (where attempts > 1)::int as refused from messages where campaign_id = $1",
      [campaignId],
    );
    const { seconds, refused } = rows[0]!;
    print({
      bench: "limiter",
      perSecondAllowed: limit,
      used: Math.round(((recipients - 1) / seconds / limit) * 1000) / 1000,
      refused,
    });
    await graph.close();
    await simulator.close();
  }
}
