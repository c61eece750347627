import type { Services } from "#app/platform/context.ts";
import { createDaraja } from "./daraja.server.ts";
import { findDarajaHost } from "./sandbox.server.ts";

/** M-Pesa of this process, with its simulator if needed. */
export async function startDaraja(
  services: Pick<Services, "config" | "db" | "clock" | "log">,
): Promise<Pick<Services, "mpesa" | "daraja">> {
  const { config, log } = services;
  const host = await findDarajaHost(config, log);
  const mpesa = createDaraja({ ...services, ...host, encryptionKeys: config.encryptionKeys });
  const closing = { ...mpesa, close: () => mpesa.close().then(() => host.close()) };
  return { mpesa: closing, daraja: config.daraja && mpesa.of(config.daraja) };
}
