import { randomInt } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { etimsAccounts, taxDocuments } from "#app/db/schema/sales/tax.ts";
import { checkTaxAccount } from "#app/domain/sales/tax/account.server.ts";
import { submitTaxDocumentsOf } from "#app/domain/sales/tax/submit.server.ts";
import { parseConfig } from "#app/platform/config/config.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { type RunningEtimsSimulator, startEtimsSimulator } from "#simulators/etims/server.ts";
import type { Ground } from "./ground.ts";

const device = { pin: "P000000000S", branch: "00", deviceSerial: "crash-device" };
const app = { clientId: "crash", clientSecret: "crash-secret" };

/** KRA's simulator, and the ground with eTIMS on. */
export async function withKra<T>(
  ground: Ground,
  work: (ground: Ground, kra: RunningEtimsSimulator) => Promise<T>,
): Promise<T> {
  const kra = await startEtimsSimulator({ port: 0, ...device, ...app });
  const environment = {
    ...ground.environment,
    ...{ ETIMS: "on", ETIMS_URL: kra.url, ETIMS_TOKEN_URL: `${kra.url}/v1/token/generate` },
    ...{ ETIMS_CLIENT_ID: app.clientId, ETIMS_CLIENT_SECRET: app.clientSecret, ETIMS_PIN: device.pin },
    ...{ ETIMS_DEVICE_SERIAL: device.deviceSerial, ETIMS_ITEM_CLASS: "8111000000" },
  };
  const services = { ...ground.services, config: parseConfig(environment) };
  try {
    return await work({ ...ground, environment, services }, kra);
  } finally {
    await kra.close();
  }
}

/** Switches on eTIMS of an organisation, whose device KRA knows. Returns its PIN. */
export async function switchOn(services: Services, orgId: OrgId): Promise<string> {
  const pin = `P${randomInt(100_000_000, 999_999_999)}Q`;
  await services.db.withSystem((tx) =>
    tx.insert(etimsAccounts).values({
      ...{ orgId, pin, branch: "00", deviceSerial: device.deviceSerial, itemClass: "8111000000" },
      ...{ requestVatClass: "standard", isOn: true },
    }),
  );
  await checkTaxAccount(systemContext(services, orgId, "crash"));
  return pin;
}

/** Longer than any pause before a document is sent again. */
const pauseMs = 40 * 60_000;

/** The same services after so many pauses. */
export const later = (services: Services, pauses = 1): Services => ({
  ...services,
  clock: { ...services.clock, now: () => new Date(Date.now() + pauses * pauseMs) },
});

/** Sends what is still to be sent, also what was in flight when the process died. */
export async function submitLater(services: Services, orgId: OrgId): Promise<void> {
  for (let pauses = 1; pauses <= 3; pauses += 1) await submitTaxDocumentsOf(later(services, pauses), orgId);
}

/** What there should be, and what there is, of documents here and at KRA: both without gaps, each once. */
export async function documentPairs(
  { db }: Services,
  kra: RunningEtimsSimulator,
  { orgId, pin, sales, credits, cents }: Expected,
): Promise<[number, number][]> {
  const rows = await db.systemReads
    .select()
    .from(taxDocuments)
    .where(eq(taxDocuments.orgId, orgId))
    .orderBy(asc(taxDocuments.taxNumber));
  const of = (kind: string) => rows.filter((row) => row.kind === kind && row.state === "accepted");
  const sum = (kind: string) => of(kind).reduce((total, row) => total + row.totalCents, 0);
  const registered = kra.simulator.branchOf(pin, "00").sales;
  return [
    [rows.length, sales + credits],
    [of("sale").length, sales],
    [sum("sale"), sales * cents],
    [of("credit_note").length, credits],
    [sum("credit_note"), credits * cents],
    [registered.length, sales + credits],
    [new Set(registered.map(({ trdInvcNo }) => trdInvcNo)).size, sales + credits],
    [rows.at(-1)?.taxNumber ?? 0, sales + credits],
  ];
}

interface Expected {
  orgId: OrgId;
  pin: string;
  sales: number;
  credits: number;
  /** Of each. */
  cents: number;
}
