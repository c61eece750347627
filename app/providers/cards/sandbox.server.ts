import path from "node:path";
import type { CardsConfig } from "#app/platform/config/cardsConfig.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import { paymentsHookUrl } from "#app/platform/secrets/paymentsHook.ts";
import { type Host, hostAt, joinOrStart } from "../simulated/join.server.ts";
import { paystackUrl } from "./paystack.server.ts";

/** This process's card provider: the configured host, Paystack's, or in the sandbox a simulator. */
export async function findCardsHost(config: Config, cards: CardsConfig, log: Logger): Promise<Host> {
  if (cards.url || !cards.simulated) return hostAt(cards.url ?? paystackUrl);
  const port = cards.simulatorPort;
  return joinOrStart({ service: "cards", port, log }, async (warn) => {
    const { startCardsSimulator } = await import("#simulators/cards/server.ts");
    return startCardsSimulator({
      port,
      secretKey: cards.secretKey,
      webhookUrl: cardsWebhookUrl(config),
      stateDir: path.join(config.dataDir, "cards-simulator"),
      log: warn,
    });
  });
}

/** Where the simulator sends notices. */
export const cardsWebhookUrl = (config: Config): string => `${paymentsHookUrl(config, true)}/cards`;
