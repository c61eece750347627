import pino from "pino";
import { parseConfig } from "../config.server.ts";
import { sandboxWebhookUrl } from "./meta/sandbox.server.ts";
import { startGraphSimulator } from "./meta/simulator/server.ts";

/**
 * Entry of `npm run simulators`: the outside services on their own, in memory, for development and for runs against
 * another process. App id, app secret, verify token and the platform's address are the configuration's, so that both sides
 * agree on signatures and webhooks arrive.
 */
const config = parseConfig();
const log = pino({ name: "simulators", level: config.logLevel });

const graph = await startGraphSimulator({
  port: config.meta.simulatorPort,
  appId: config.meta.appId,
  appSecret: config.meta.appSecret,
  verifyToken: config.meta.webhookVerifyToken,
  configId: config.meta.configId,
  webhookUrl: sandboxWebhookUrl(config),
  log: (event, detail) => log.warn(detail, event),
});
log.info({ url: graph.url, appId: graph.appId }, "Graph simulator is ready");

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    void graph.close().then(() => process.exit(0));
  });
}
