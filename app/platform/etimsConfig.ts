import { z } from "zod";

const optional = z.string().trim().min(1).optional();

/** The environment of KRA eTIMS (docs/facts/payments.md §1.1). */
export const etimsVariables = {
  ETIMS: z.enum(["on", "off"]).optional(),
  ETIMS_URL: z.url().optional(),
  ETIMS_TOKEN_URL: z.url().optional(),
  ETIMS_RECEIPT_URL: z
    .url()
    .default("https://etims.kra.go.ke/common/link/etims/receipt/indexEtimsReceiptData"),
  ETIMS_CLIENT_ID: optional,
  ETIMS_CLIENT_SECRET: optional,
  ETIMS_PIN: z
    .string()
    .regex(/^[A-Z]\d{9}[A-Z]$/, "a KRA PIN, such as P051234567X")
    .optional(),
  ETIMS_BRANCH: z
    .string()
    .regex(/^\d{2}$/, "two digits")
    .default("00"),
  ETIMS_DEVICE_SERIAL: optional,
  ETIMS_CMC_KEY: optional,
  ETIMS_ITEM_CLASS: z
    .string()
    .regex(/^\d{8,10}$/, "KRA's code of the class, 8 to 10 digits")
    .optional(),
  ETIMS_VAT: z.enum(["added", "included"]).default("added"),
  ETIMS_SIM_PORT: z.coerce.number().int().min(0).max(65535).default(4050),
};
const variables = z.object(etimsVariables);
type Variables = z.output<typeof variables>;

export interface EtimsConfig {
  /** KRA's, or undefined where the simulator answers. */
  url: string | undefined;
  tokenUrl: string | undefined;
  /** Where anybody checks a receipt. */
  receiptUrl: string;
  clientId: string;
  clientSecret: string;
  pin: string;
  branch: string;
  deviceSerial: string;
  /** The key of a device that was set up before; else KRA gives one. */
  deviceKey: string | undefined;
  /** KRA's class of what we sell. */
  itemClass: string;
  /** Whether amounts of items go to KRA without VAT, which is added, or with it. */
  vat: "added" | "included";
  simulated: boolean;
  simulatorPort: number;
}

/** The simulator's own. */
const simulatedEtims = {
  clientId: "sandbox-client",
  clientSecret: "sandbox-client-secret",
  pin: "P000000000S",
  deviceSerial: "sandbox-device",
  itemClass: "8111000000",
};

/** Off unless it is asked for; a demo plays it with the simulator. Undefined where it is off. */
export function etimsOf(env: Variables, sandbox: boolean, demo: boolean): EtimsConfig | undefined {
  if ((env.ETIMS ?? (demo ? "on" : "off")) === "off") return undefined;
  const simulated = env.ETIMS_CLIENT_ID === undefined;
  if (simulated && !sandbox) return undefined;
  return {
    url: env.ETIMS_URL?.replace(/\/$/, ""),
    tokenUrl: env.ETIMS_TOKEN_URL,
    receiptUrl: env.ETIMS_RECEIPT_URL,
    clientId: env.ETIMS_CLIENT_ID ?? simulatedEtims.clientId,
    clientSecret: env.ETIMS_CLIENT_SECRET ?? simulatedEtims.clientSecret,
    pin: env.ETIMS_PIN ?? simulatedEtims.pin,
    branch: env.ETIMS_BRANCH,
    deviceSerial: env.ETIMS_DEVICE_SERIAL ?? simulatedEtims.deviceSerial,
    deviceKey: env.ETIMS_CMC_KEY,
    itemClass: env.ETIMS_ITEM_CLASS ?? simulatedEtims.itemClass,
    vat: env.ETIMS_VAT,
    simulated,
    simulatorPort: env.ETIMS_SIM_PORT,
  };
}

/** What must be given where real documents go to KRA. */
export function etimsProblems(env: Variables, sandbox: boolean): string[] {
  const needed = [
    "ETIMS_URL",
    "ETIMS_CLIENT_ID",
    "ETIMS_CLIENT_SECRET",
    "ETIMS_PIN",
    "ETIMS_DEVICE_SERIAL",
    "ETIMS_ITEM_CLASS",
  ] as const;
  if (env.ETIMS !== "on" || (sandbox && env.ETIMS_CLIENT_ID === undefined)) return [];
  return needed
    .filter((name) => env[name] === undefined)
    .map((name) => `${name} is missing: needed with ETIMS=on`);
}
