import { z } from "zod";

const optional = z.string().trim().min(1).optional();

/** The environment of payments by M-Pesa. */
export const darajaVariables = {
  DARAJA_URL: z.url().optional(),
  DARAJA_CONSUMER_KEY: optional,
  DARAJA_CONSUMER_SECRET: optional,
  DARAJA_SHORTCODE: z
    .string()
    .regex(/^\d{5,7}$/)
    .optional(),
  DARAJA_PASSKEY: optional,
  DARAJA_INITIATOR: optional,
  DARAJA_INITIATOR_PASSWORD: optional,
  DARAJA_CERTIFICATE: optional,
  PAYBILL_CONFIRM_ABOVE_KES: z.coerce.number().int().min(0).default(10_000),
  DARAJA_SIM_PORT: z.coerce.number().int().min(0).max(65535).default(4020),
};
const variables = z.object({
  ...darajaVariables,
  PAYMENTS_HOOK_SECRET: optional,
  PAYMENTS_HOOK_SECRET_PREVIOUS: optional,
});
type Variables = z.output<typeof variables>;

export interface DarajaConfig {
  url: string | undefined;
  consumerKey: string;
  consumerSecret: string;
  shortcode: string;
  passkey: string;
  /** Who asks for payouts, balances and reversals; without a password there are none. */
  initiator: string;
  initiatorPassword: string | undefined;
  /** Safaricom's public key or certificate of the environment, PEM. */
  certificate: string | undefined;
  /** A confirmation of more than so many shillings counts only when M-Pesa, asked, says the same. */
  confirmAboveKes: number;
  /** No credentials are configured in a sandbox: the simulator answers. */
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

/** Where Meta is real, nobody pays in the sandbox: without credentials there is no M-Pesa then. */
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

/** What a deployment must give together with its consumer key. */
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
