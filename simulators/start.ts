import pino from "pino";
import { parseConfig } from "#app/platform/config/config.server.ts";
import { cardsWebhookUrl } from "../app/providers/cards/sandbox.server.ts";
import { etimsSimulatorOptions } from "../app/providers/etims/sandbox.server.ts";
import { vendorOptions } from "../app/providers/integrations/sandbox.server.ts";
import { sandboxWebhookUrl } from "../app/providers/meta/sandbox.server.ts";
import { simulatorOptions } from "../app/providers/mpesa/sandbox.server.ts";
import { smsSimulatorOptions } from "../app/providers/sms/start.server.ts";
import { startCardsSimulator } from "./cards/server.ts";
import { startEtimsSimulator } from "./etims/server.ts";
import { startModelSimulator } from "./llm/server.ts";
import { startGraphSimulator } from "./meta/server.ts";
import { startDarajaSimulator } from "./mpesa/server.ts";
import { startSmsSimulator } from "./sms/server.ts";
import { startVendorsSimulator } from "./vendors/server.ts";

/**
 * Entry of `npm run simulators`: the outside services alone, in memory, for development and for runs against
 * another process. App id, app secret, verify token and the platform's address come from the configuration,
 * so that signatures match and webhooks arrive.
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

const daraja = config.daraja?.simulated
  ? await startDarajaSimulator({
      ...simulatorOptions(config.daraja),
      log: (event, detail) => log.warn(detail, event),
    })
  : undefined;
if (daraja) log.info({ url: daraja.url }, "Daraja simulator is ready");

const cards = config.cards?.simulated
  ? await startCardsSimulator({
      port: config.cards.simulatorPort,
      secretKey: config.cards.secretKey,
      webhookUrl: cardsWebhookUrl(config),
      log: (event, detail) => log.warn(detail, event),
    })
  : undefined;
if (cards) log.info({ url: cards.url }, "card simulator is ready");

const etims = config.etims?.simulated
  ? await startEtimsSimulator({
      ...etimsSimulatorOptions(config.etims),
      log: (event, detail) => log.warn(detail, event),
    })
  : undefined;
if (etims) log.info({ url: etims.url }, "eTIMS simulator is ready");

const sms = config.sms.simulated
  ? await startSmsSimulator({
      ...smsSimulatorOptions(config),
      log: (event, detail) => log.warn(detail, event),
    })
  : undefined;
if (sms) log.info({ url: sms.url }, "SMS simulator is ready");

const model = await startModelSimulator({ port: config.aiSimulator.port });
log.info({ url: model.url }, "Model simulator is ready");

const vendors = config.integrations.simulated
  ? await startVendorsSimulator({
      ...vendorOptions(config),
      log: (event, detail) => log.warn(detail, event),
    })
  : undefined;
if (vendors) log.info({ url: vendors.url }, "Simulators of connected services are ready");

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    const running = [graph, daraja, cards, etims, sms, model, vendors];
    void Promise.all(running.map((one) => one?.close())).then(() => process.exit(0));
  });
}
