import type { Scenario } from "./deaths.ts";
import { certificateFile, type Outage, startFront } from "./front.ts";
import { pause } from "./ground.ts";

/** The sender's own limit. */
const mostInFlight = 256;

/**
 * Meta is down for longer than twice the grace time, first with a gateway's HTML page, then with connections
 * reset before they are established. No message is lost, and Meta is probed about once a second.
 */
export const outages: Scenario = async (ground, { short }) => {
  const front = await startFront(ground.simulatorUrl);
  let isGood = true;
  const server = await ground.startServer({ GRAPH_API_URL: front.url, NODE_EXTRA_CA_CERTS: certificateFile });
  try {
    for (const kind of ["html-502", "tls-reset"] satisfies Outage[]) {
      const campaign = await ground.newCampaign(short ? 600 : 4000, 200);
      await pause(1000);
      front.begin(kind);
      const seconds = short ? 10 : 30;
      await pause(seconds * 1000);
      const tries = front.end();
      isGood = (await ground.judge(`outage-${kind}`, campaign, { seconds, tries })) && isGood;
      // The calls in flight when it began, then one a second.
      isGood = isGood && tries < mostInFlight + 2 * seconds;
    }
  } finally {
    await server.kill("SIGKILL");
    await front.close();
  }
  return isGood;
};
