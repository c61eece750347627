import { z } from "zod";
import { port, text } from "#app/platform/config/setting.ts";

/** The environment of M-Pesa payments. */
export const darajaVariables = {
  DARAJA_CONSUMER_KEY: text.meta({
    description:
      "Consumer key of the Daraja app. With it the next three and `PAYMENTS_HOOK_SECRET` are required.",
    unset: "the simulator",
  }),
  DARAJA_CONSUMER_SECRET: text.describe("Consumer secret of the Daraja app."),
  DARAJA_SHORTCODE: z
    .string()
    .regex(/^\d{5,7}$/)
    .optional()
    .meta({ description: "The platform's paybill number.", unset: "Safaricom's sandbox paybill" }),
  DARAJA_PASSKEY: text.describe("Passkey of the paybill, for prompts (STK push)."),
  DARAJA_INITIATOR: text.meta({
    description: "Name of the initiator for payouts, balance checks and reversals.",
    unset: "`testapi`",
  }),
  DARAJA_INITIATOR_PASSWORD: text.describe(
    "Its password. Without it there are no payouts, balance checks or reversals.",
  ),
  DARAJA_CERTIFICATE: text.describe(
    "Safaricom's public key or certificate as PEM, which encrypts that password.",
  ),
  DARAJA_URL: z.url().optional().meta({ description: "Base address of Daraja.", unset: "Safaricom's" }),
  PAYBILL_CONFIRM_ABOVE_KES: z.coerce
    .number()
    .int()
    .min(0)
    .default(10_000)
    .describe("Paybill payments above this amount are credited only after M-Pesa has confirmed the receipt."),
  DARAJA_SIM_PORT: port(4020).describe("Port of the M-Pesa simulator."),
};
const variables = z.object({
  ...darajaVariables,
  PAYMENTS_HOOK_SECRET: text,
  PAYMENTS_HOOK_SECRET_PREVIOUS: text,
});
type Variables = z.output<typeof variables>;

export interface DarajaConfig {
  url: string | undefined;
  consumerKey: string;
  consumerSecret: string;
  shortcode: string;
  passkey: string;
  /** The initiator of payouts, balances and reversals; without a password there are none. */
  initiator: string;
  initiatorPassword: string | undefined;
  /** Safaricom's public key or certificate of the environment, PEM. */
  certificate: string | undefined;
  /** A confirmation above so many shillings counts only once M-Pesa itself confirms it. */
  confirmAboveKes: number;
  /** No credentials are configured in a sandbox: the simulator responds. */
  simulated: boolean;
  simulatorPort: number;
}

/** Safaricom's published sandbox shortcode; the other values are the simulator's own. */
const simulatedDaraja = {
  consumerKey: "sandbox-consumer-key",
  consumerSecret: "sandbox-consumer-secret",
  shortcode: "174379",
  passkey: "sandbox-passkey",
  initiator: "testapi",
  initiatorPassword: "sandbox-initiator",
};

/** With a real Meta app, the sandbox takes no payments: without credentials there is no M-Pesa. */
export function darajaOf(env: Variables, sandbox: boolean): DarajaConfig | undefined {
  const simulated = env.DARAJA_CONSUMER_KEY === undefined;
  if (simulated && !sandbox) return undefined;
  const given = simulated ? simulatedDaraja : undefined;
  return {
    url: env.DARAJA_URL?.replace(/\/$/, ""),
    consumerKey: given?.consumerKey ?? env.DARAJA_CONSUMER_KEY!,
    consumerSecret: given?.consumerSecret ?? env.DARAJA_CONSUMER_SECRET ?? "",
    shortcode: env.DARAJA_SHORTCODE ?? simulatedDaraja.shortcode,
    passkey: given?.passkey ?? env.DARAJA_PASSKEY ?? "",
    initiator: env.DARAJA_INITIATOR ?? simulatedDaraja.initiator,
    initiatorPassword: given?.initiatorPassword ?? env.DARAJA_INITIATOR_PASSWORD,
    certificate: env.DARAJA_CERTIFICATE?.replaceAll("\\n", "\n"),
    confirmAboveKes: env.PAYBILL_CONFIRM_ABOVE_KES,
    simulated,
    simulatorPort: env.DARAJA_SIM_PORT,
  };
}

/** What a deployment must set together with its consumer key. */
export function darajaProblems(env: Variables): string[] {
  const shapes = (["PAYMENTS_HOOK_SECRET", "PAYMENTS_HOOK_SECRET_PREVIOUS"] as const)
    .filter((name) => !/^[\w-]{24,64}$/.test(env[name] ?? "a".repeat(24)))
    .map((name) => `${name} must be 24 to 64 letters, digits, - or _`);
  if (env.DARAJA_CONSUMER_KEY === undefined) return shapes;
  const needed = [
    "DARAJA_CONSUMER_SECRET",
    "DARAJA_SHORTCODE",
    "DARAJA_PASSKEY",
    "PAYMENTS_HOOK_SECRET",
  ] as const;
  const missing = needed
    .filter((name) => env[name] === undefined)
    .map((name) => `${name} is missing: needed with DARAJA_CONSUMER_KEY`);
  return [...missing, ...shapes];
}
