import { z } from "zod";

/** The environment of payments by card. */
export const cardVariables = {
  PAYSTACK_URL: z.url().optional(),
  PAYSTACK_SECRET_KEY: z.string().trim().min(1).optional(),
  CARDS_SIM_PORT: z.coerce.number().int().min(0).max(65535).default(4030),
};
const variables = z.object(cardVariables);

export interface CardsConfig {
  url: string | undefined;
  /** Authorises our calls and signs the provider's notices. */
  secretKey: string;
  /** No key is configured in a sandbox: the simulator answers. */
  simulated: boolean;
  simulatorPort: number;
}

/** Where Meta is real, nobody pays in the sandbox: without a key no cards are taken then. */
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
