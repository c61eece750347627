import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import type { EtimsConfig } from "#app/platform/config/etimsConfig.ts";
import type { Etims, TaxAnswer, TaxRegistration } from "#app/platform/gates/etims.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import { createEtimsCaller, EtimsUnreachable, type KraAnswer } from "./call.server.ts";
import { createDevice, type Device, DeviceRefused } from "./device.server.ts";
import { saleBody } from "./sale.ts";
import { createEtimsTokens } from "./token.server.ts";

const text = z.coerce.string().nullish();
const registered = z.object({ curRcptNo: text, intrlData: text, rcptSign: text, sdcId: text });

const succeeded = /^0{1,4}$/;
/** The number is registered: the earlier call arrived. */
const duplicate = "994";
/** Not now: too many calls. */
const tooMany = "990";
/** KRA's status is unclear. */
const unknownCode = "999";

interface OscuOptions {
  etims: EtimsConfig;
  url: string;
  encryptionKeys: Config["encryptionKeys"];
  brand: string;
  db: Database;
  clock: Clock;
  log: Logger;
}

/** KRA eTIMS by OSCU (docs/facts/payments.md §1.1). */
export function createEtims(options: OscuOptions): Etims {
  const { etims, url, clock, brand } = options;
  const branch = `${etims.pin}:${etims.branch}`;
  const { call, reach, close } = createEtimsCaller(options);
  const tokenUrl = etims.tokenUrl ?? `${new URL(url).origin}/v1/token/generate`;
  const tokens = createEtimsTokens({ tokenUrl, etims, clock });
  const deviceOf = createDevice({ ...options, branch, call, token: tokens.get });
  return {
    branch,
    async submit(sale, orgId) {
      let device: Device | undefined;
      try {
        device = await deviceOf(orgId);
        const body = saleBody(sale, { itemClass: etims.itemClass, vat: etims.vat, name: brand });
        const answer = await call({ path: "/saveTrnsSalesOsdc", body, headers: device.headers, orgId });
        return answerOf(answer, device, etims);
      } catch (error) {
        if (error instanceof DeviceRefused)
          return { outcome: "refused", code: error.code, message: error.message };
        if (!(error instanceof EtimsUnreachable)) throw error;
        tokens.forget();
        return { outcome: device && error.reached ? "unknown" : "not_sent", message: error.message };
      }
    },
    baseUrl: new URL(url).origin,
    reach,
    close,
  };
}

function answerOf(
  { resultCd: code, resultMsg: message, data }: KraAnswer,
  device: Device,
  etims: EtimsConfig,
): TaxAnswer {
  if (succeeded.test(code) || code === duplicate)
    return { outcome: "accepted", registration: registrationOf(data, device, etims) };
  if (code === tooMany) return { outcome: "not_sent", message };
  if (code === unknownCode) return { outcome: "unknown", message };
  return { outcome: "refused", code, message };
}

/** For a number that was registered before KRA may return less. */
function registrationOf(data: unknown, device: Device, etims: EtimsConfig): TaxRegistration {
  const parsed = registered.safeParse(data ?? {});
  const { curRcptNo, intrlData, rcptSign, sdcId } = parsed.success ? parsed.data : {};
  return {
    controlUnitId: sdcId ?? device.controlUnitId,
    receiptNumber: curRcptNo ?? null,
    internalData: intrlData ?? null,
    signature: rcptSign ?? null,
    link: rcptSign ? `${etims.receiptUrl}?Data=${etims.pin}${etims.branch}${rcptSign}` : null,
  };
}
