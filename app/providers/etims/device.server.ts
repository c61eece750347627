import { z } from "zod";
import type { TaxDevice } from "#app/platform/gates/etims.ts";
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
  clock: Clock;
  call: EtimsCaller;
  token(): Promise<string>;
}

/** A branch's device, ready for documents: initialised once with KRA, its key stored, and its items registered once. */
export async function openDevice(options: DeviceOptions, device: TaxDevice, orgId: string): Promise<Device> {
  const { store, items, itemClass, pin, branch } = device;
  const known = await store.read();
  let { key, controlUnitId } = known;
  if (!key) {
    ({ key, controlUnitId } = await initialise(options, device, orgId));
    await store.write({ key, controlUnitId });
  }
  const authorization = `Bearer ${await options.token()}`;
  const headers = { authorization, tin: pin, bhfId: branch, cmcKey: key };
  if (known.itemsSavedAt) return { headers, controlUnitId };
  for (const item of items) {
    const body = itemBody(itemClass, item);
    const saved = await options.call({ path: "/saveItem", body, headers, orgId });
    if (!succeeded.test(saved.resultCd)) throw new DeviceRefused(saved.resultCd, saved.resultMsg);
  }
  await store.write({ itemsSavedAt: options.clock.now() });
  return { headers, controlUnitId };
}

async function initialise({ call, token }: DeviceOptions, device: TaxDevice, orgId: string) {
  const { resultCd, resultMsg, data } = await call({
    path: "/selectInitOsdcInfo",
    body: { tin: device.pin, bhfId: device.branch, dvcSrlNo: device.serial },
    headers: { authorization: `Bearer ${await token()}` },
    orgId,
  });
  // 902: already initialised; its key is the one from then.
  if (resultCd === "902" && device.key) return { key: device.key, controlUnitId: null };
  const parsed = setUp.safeParse(data);
  if (!succeeded.test(resultCd) || !parsed.success) throw new DeviceRefused(resultCd, resultMsg);
  return { key: parsed.data.info.cmcKey, controlUnitId: parsed.data.info.sdcId ?? null };
}
