import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { etimsDevices } from "#app/db/schema/etims.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Config } from "#app/platform/config.server.ts";
import type { EtimsConfig } from "#app/platform/etimsConfig.ts";
import { openSecret, sealSecret } from "#app/platform/secretBox.server.ts";
import type { EtimsCaller } from "./call.server.ts";
import { itemBody } from "./sale.ts";

const setUp = z.object({ info: z.object({ cmcKey: z.string().min(1), sdcId: z.string().optional() }) });
const succeeded = /^0{1,4}$/;

/** KRA does not let the device in. */
export class DeviceRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = "DeviceRefused";
    this.code = code;
  }
}

export interface Device {
  headers: Record<string, string>;
  controlUnitId: string | null;
}

/** The device of our branch: set up once with KRA, whose key is kept sealed; then what we sell is told once. */
export function createDevice(options: {
  etims: EtimsConfig;
  branch: string;
  encryptionKeys: Config["encryptionKeys"];
  db: Database;
  clock: Clock;
  call: EtimsCaller;
  token(): Promise<string>;
}): (orgId: string) => Promise<Device> {
  const { etims, branch, db, encryptionKeys } = options;
  const ofBranch = eq(etimsDevices.branch, branch);
  const boundTo = `etims:${branch}`;
  const { pin: tin, branch: bhfId, deviceSerial: dvcSrlNo } = etims;
  const write = (given: Partial<typeof etimsDevices.$inferInsert>) =>
    db.withSystem((tx) =>
      tx
        .insert(etimsDevices)
        .values({ branch, ...given })
        .onConflictDoUpdate({ target: etimsDevices.branch, set: given }),
    );

  async function initialise(orgId: string) {
    const headers = { authorization: `Bearer ${await options.token()}` };
    const answer = await options.call({
      path: "/selectInitOsdcInfo",
      body: { tin, bhfId, dvcSrlNo },
      headers,
      orgId,
    });
    const parsed = setUp.safeParse(answer.data);
    // 902: it was set up before; its key is the one that we were told then.
    if (answer.resultCd === "902" && etims.deviceKey) return { key: etims.deviceKey, controlUnitId: null };
    if (!succeeded.test(answer.resultCd) || !parsed.success)
      throw new DeviceRefused(answer.resultCd, answer.resultMsg);
    return { key: parsed.data.info.cmcKey, controlUnitId: parsed.data.info.sdcId ?? null };
  }

  return async (orgId) => {
    const [known] = await db.withSystem((tx) => tx.select().from(etimsDevices).where(ofBranch));
    let key = known?.keyEncrypted && openSecret(encryptionKeys, boundTo, known.keyEncrypted);
    let controlUnitId = known?.controlUnitId ?? null;
    if (!key) {
      ({ key, controlUnitId } = await initialise(orgId));
      await write({ keyEncrypted: sealSecret(encryptionKeys, boundTo, key), controlUnitId });
    }
    const headers = { authorization: `Bearer ${await options.token()}`, tin, bhfId, cmckey: key };
    if (!known?.itemSavedAt) {
      const saved = await options.call({
        path: "/saveItem",
        body: itemBody(etims.itemClass),
        headers,
        orgId,
      });
      if (!succeeded.test(saved.resultCd)) throw new DeviceRefused(saved.resultCd, saved.resultMsg);
      await write({ itemSavedAt: options.clock.now() });
    }
    return { headers, controlUnitId };
  };
}
