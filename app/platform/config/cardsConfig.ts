import { z } from "zod";
import { port, text } from "#app/platform/config/setting.ts";

/** The environment of card payments. */
export const cardVariables = {
  PAYSTACK_SECRET_KEY: text.meta({
    description:
      "Secret key of Paystack: authorises our calls and verifies its webhooks. Without it no cards are accepted.",
    unset: "the simulator",
  }),
  PAYSTACK_URL: z
    .url()
    .optional()
    .meta({ description: "Base address of Paystack's API.", unset: "Paystack's" }),
  CARDS_SIM_PORT: port(4030).describe("Port of the card simulator."),
};
const variables = z.object(cardVariables);

export interface CardsConfig {
  url: string | undefined;
  /** Authorises our calls and signs the provider's notices. */
  secretKey: string;
  /** No key is configured in a sandbox: the simulator responds. */
  simulated: boolean;
  simulatorPort: number;
}

/** With a real Meta app, the sandbox takes no payments: without a key there are no cards. */
export function cardsOf(
  env: z.output<typeof variables>,
  sandbox: boolean,
  sandboxKey: string,
): CardsConfig | undefined {
  const simulated = env.PAYSTACK_SECRET_KEY === undefined;
  if (simulated && !sandbox) return undefined;
  return {
    url: env.PAYSTACK_URL?.replace(/\/$/, ""),
    secretKey: env.PAYSTACK_SECRET_KEY ?? sandboxKey,
    simulated,
    simulatorPort: env.CARDS_SIM_PORT,
  };
}
