import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import type { EtimsConfig } from "#app/platform/config/etimsConfig.ts";
import type { Etims, TaxAnswer, TaxDesk, TaxDevice, TaxRegistration } from "#app/platform/gates/etims.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import { createEtimsCaller, type EtimsCaller, EtimsUnreachable, type KraAnswer } from "./call.server.ts";
import { type Device, DeviceRefused, openDevice } from "./device.server.ts";
import { ourDevice } from "./ourDevice.server.ts";
import { saleBody } from "./sale.ts";
import { createEtimsTokens, type EtimsTokens } from "./token.server.ts";

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
  const { etims, url, clock } = options;
  const { call, reach, close } = createEtimsCaller(options);
  const tokenUrl = etims.tokenUrl ?? `${new URL(url).origin}/v1/token/generate`;
  const tokens = createEtimsTokens({ tokenUrl, etims, clock });
  const desk = { etims, call, clock, tokens };
  const own = ourDevice(options);
  return {
    ...deskAt(desk, own),
    branch: `${own.pin}:${own.branch}`,
    at: (device) => deskAt(desk, device),
    baseUrl: new URL(url).origin,
    reach,
    close,
  };
}

interface Desk {
  etims: EtimsConfig;
  call: EtimsCaller;
  clock: Clock;
  tokens: EtimsTokens;
}

/** What one device registers. */
function deskAt({ etims, call, clock, tokens }: Desk, device: TaxDevice): TaxDesk {
  const open = (orgId: string) => openDevice({ call, clock, token: tokens.get }, device, orgId);
  return {
    async submit(sale, orgId) {
      let opened: Device | undefined;
      try {
        opened = await open(orgId);
        const { itemClass, name } = device;
        const body = saleBody(sale, { itemClass, vat: etims.vat, name });
        const { headers } = opened;
        const answer = await call({ path: "/saveTrnsSalesOsdc", body, headers, orgId });
        return answerOf(answer, opened, { ...device, receiptUrl: etims.receiptUrl });
      } catch (error) {
        if (error instanceof DeviceRefused)
          return { outcome: "refused", code: error.code, message: error.message };
        if (!(error instanceof EtimsUnreachable)) throw error;
        tokens.forget();
        return { outcome: opened && error.reached ? "unknown" : "not_sent", message: error.message };
      }
    },
    async check(orgId) {
      try {
        const { controlUnitId } = await open(orgId);
        return { outcome: "ready", controlUnitId };
      } catch (error) {
        if (error instanceof DeviceRefused)
          return { outcome: "refused", code: error.code, message: error.message };
        if (!(error instanceof EtimsUnreachable)) throw error;
        tokens.forget();
        return { outcome: "unreachable" };
      }
    },
  };
}

/** Of whose receipts a link is made. */
type Place = Pick<TaxDevice, "pin" | "branch"> & { receiptUrl: string };

function answerOf(
  { resultCd: code, resultMsg: message, data }: KraAnswer,
  device: Device,
  place: Place,
): TaxAnswer {
  if (succeeded.test(code) || code === duplicate)
    return { outcome: "accepted", registration: registrationOf(data, device, place) };
  if (code === tooMany) return { outcome: "not_sent", message };
  if (code === unknownCode) return { outcome: "unknown", message };
  return { outcome: "refused", code, message };
}

/** For a number that was registered before KRA may return less. */
function registrationOf(data: unknown, device: Device, { receiptUrl, pin, branch }: Place): TaxRegistration {
  const parsed = registered.safeParse(data ?? {});
  const { curRcptNo, intrlData, rcptSign, sdcId } = parsed.success ? parsed.data : {};
  return {
    controlUnitId: sdcId ?? device.controlUnitId,
    receiptNumber: curRcptNo ?? null,
    internalData: intrlData ?? null,
    signature: rcptSign ?? null,
    link: rcptSign ? `${receiptUrl}?Data=${pin}${branch}${rcptSign}` : null,
  };
}
