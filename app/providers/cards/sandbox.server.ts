import path from "node:path";
import { request } from "undici";
import type { CardsConfig } from "#app/platform/config/cardsConfig.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import { paymentsHookUrl } from "#app/platform/secrets/paymentsHook.ts";
import { paystackUrl } from "./paystack.server.ts";

/** This process's card provider, and how to close it. */
export interface CardsHost {
  url: string;
  close(): Promise<void>;
}

const nothingToClose = async () => {};

/**
 * The configured host, Paystack's, or in the sandbox a simulator: of this process, or one already on its
 * port.
 */
export async function findCardsHost(config: Config, cards: CardsConfig, log: Logger): Promise<CardsHost> {
  if (cards.url) return { url: cards.url, close: nothingToClose };
  if (!cards.simulated) return { url: paystackUrl, close: nothingToClose };
  const address = `http://127.0.0.1:${cards.simulatorPort}`;
  if (await answersAsSimulator(address)) return { url: address, close: nothingToClose };
  try {
    const { startCardsSimulator } = await import("#simulators/cards/server.ts");
    const simulator = await startCardsSimulator({
      port: cards.simulatorPort,
      secretKey: cards.secretKey,
      webhookUrl: cardsWebhookUrl(config),
      stateDir: path.join(config.dataDir, "cards-simulator"),
      log: (event, detail) => log.warn(detail, event),
    });
    log.info({ url: simulator.url }, "card simulator started");
    return { url: simulator.url, close: () => simulator.close() };
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    if (isTaken && (await answersAsSimulator(address))) return { url: address, close: nothingToClose };
    throw error;
  }
}

/** Where the simulator sends notices. */
export const cardsWebhookUrl = (config: Config): string => `${paymentsHookUrl(config, true)}/cards`;

async function answersAsSimulator(url: string): Promise<boolean> {
  try {
    const answer = await request(`${url}/_sim/health`, { headersTimeout: 1000, bodyTimeout: 1000 });
    const body = (await answer.body.json()) as { ok?: boolean };
    return answer.statusCode === 200 && body.ok === true;
  } catch {
    return false;
  }
}
