import { z } from "zod";
import { port, text } from "#app/platform/config/setting.ts";

/** The environment of KRA eTIMS (docs/facts/payments.md §1.1). */
export const etimsVariables = {
  ETIMS: z.enum(["on", "off"]).optional().meta({
    description:
      "Registers invoices, receipts and credit notes with KRA eTIMS (OSCU). With `on` the next six are required.",
    unset: "`off`; `on` in a demo",
  }),
  ETIMS_URL: z.url().optional().meta({ description: "Base address of KRA's API.", unset: "the simulator" }),
  ETIMS_CLIENT_ID: text.describe("Client ID of our app at KRA."),
  ETIMS_CLIENT_SECRET: text.describe("Client secret of our app at KRA."),
  ETIMS_PIN: z
    .string()
    .regex(/^[A-Z]\d{9}[A-Z]$/, "a KRA PIN, such as P051234567X")
    .optional()
    .describe("KRA PIN of the platform's business, such as `P051234567X`."),
  ETIMS_DEVICE_SERIAL: text.describe("Serial number of the device that is registered with KRA."),
  ETIMS_ITEM_CLASS: z
    .string()
    .regex(/^\d{8,10}$/, "KRA's code of the class, 8 to 10 digits")
    .optional()
    .describe("KRA's class of what is sold, 8 to 10 digits."),
  ETIMS_BRANCH: z
    .string()
    .regex(/^\d{2}$/, "two digits")
    .default("00")
    .describe("Branch of the business, two digits."),
  ETIMS_CMC_KEY: text.meta({
    description: "Key of a device that was set up before.",
    unset: "assigned by KRA",
  }),
  ETIMS_TOKEN_URL: z
    .url()
    .optional()
    .meta({ description: "Address of KRA's token service.", unset: "KRA's" }),
  ETIMS_RECEIPT_URL: z
    .url()
    .default("https://etims.kra.go.ke/common/link/etims/receipt/indexEtimsReceiptData")
    .describe("Where customers check a receipt."),
  ETIMS_VAT: z
    .enum(["added", "included"])
    .default("added")
    .describe("Whether item amounts are sent to KRA without VAT (`added`) or with it (`included`)."),
  ETIMS_SIM_PORT: port(4050).describe(
    "Port of the eTIMS simulator; `POST /_sim/faults` plays refusals and lost answers.",
  ),
};
const variables = z.object(etimsVariables);
type Variables = z.output<typeof variables>;

export interface EtimsConfig {
  /** KRA's, or undefined with the simulator. */
  url: string | undefined;
  tokenUrl: string | undefined;
  /** Where anyone can verify a receipt. */
  receiptUrl: string;
  clientId: string;
  clientSecret: string;
  pin: string;
  branch: string;
  deviceSerial: string;
  /** The key of a device initialised before; otherwise KRA issues one. */
  deviceKey: string | undefined;
  /** KRA's class of what we sell. */
  itemClass: string;
  /** Whether item amounts are sent to KRA without VAT, which is added, or with it. */
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

/** Off by default; a demo uses the simulator. Undefined when it is off. */
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

/** Required settings for real documents at KRA. */
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
