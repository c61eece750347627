import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { etimsDevices } from "#app/db/schema/money/etims.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import type { EtimsConfig } from "#app/platform/config/etimsConfig.ts";
import { openSecret, sealSecret } from "#app/platform/secrets/secretBox.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import type { EtimsCaller } from "./call.server.ts";
import { itemBody } from "./sale.ts";

const setUp = z.object({ info: z.object({ cmcKey: z.string().min(1), sdcId: z.string().optional() }) });
const succeeded = /^0{1,4}$/;

/** KRA refuses the device. */
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

interface DeviceOptions {
  etims: EtimsConfig;
  branch: string;
  encryptionKeys: Config["encryptionKeys"];
  db: Database;
  clock: Clock;
  call: EtimsCaller;
  token(): Promise<string>;
}

/**
 * The device of our branch: initialised once with KRA, whose key is stored sealed; then our item is
 * registered once.
 */
export function createDevice(options: DeviceOptions): (orgId: string) => Promise<Device> {
  const { etims, branch, db, encryptionKeys } = options;
  const boundTo = `etims:${branch}`;
  const write = (given: Partial<typeof etimsDevices.$inferInsert>) =>
    db.withSystem((tx) =>
      tx
        .insert(etimsDevices)
        .values({ branch, ...given })
        .onConflictDoUpdate({ target: etimsDevices.branch, set: given }),
    );
  return async (orgId) => {
    const [known] = await db.withSystem((tx) =>
      tx.select().from(etimsDevices).where(eq(etimsDevices.branch, branch)),
    );
    let key = known?.keyEncrypted && openSecret(encryptionKeys, boundTo, known.keyEncrypted);
    let controlUnitId = known?.controlUnitId ?? null;
    if (!key) {
      ({ key, controlUnitId } = await initialise(options, orgId));
      await write({ keyEncrypted: sealSecret(encryptionKeys, boundTo, key), controlUnitId });
    }
    const authorization = `Bearer ${await options.token()}`;
    const headers = { authorization, tin: etims.pin, bhfId: etims.branch, cmcKey: key };
    if (!known?.itemSavedAt) {
      const body = itemBody(etims.itemClass);
      const saved = await options.call({ path: "/saveItem", body, headers, orgId });
      if (!succeeded.test(saved.resultCd)) throw new DeviceRefused(saved.resultCd, saved.resultMsg);
      await write({ itemSavedAt: options.clock.now() });
    }
    return { headers, controlUnitId };
  };
}

async function initialise({ etims, call, token }: DeviceOptions, orgId: string) {
  const { resultCd, resultMsg, data } = await call({
    path: "/selectInitOsdcInfo",
    body: { tin: etims.pin, bhfId: etims.branch, dvcSrlNo: etims.deviceSerial },
    headers: { authorization: `Bearer ${await token()}` },
    orgId,
  });
  // 902: already initialised; its key is the one from then.
  if (resultCd === "902" && etims.deviceKey) return { key: etims.deviceKey, controlUnitId: null };
  const parsed = setUp.safeParse(data);
  if (!succeeded.test(resultCd) || !parsed.success) throw new DeviceRefused(resultCd, resultMsg);
  return { key: parsed.data.info.cmcKey, controlUnitId: parsed.data.info.sdcId ?? null };
}
