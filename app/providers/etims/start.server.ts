import type { Services } from "#app/platform/context.ts";
import type { Etims } from "#app/platform/gates/etims.ts";
import { createEtims } from "./oscu.server.ts";
import { findEtimsHost } from "./sandbox.server.ts";

/** eTIMS of this process, with its simulator if needed; undefined when it is off. */
export async function startEtimsIfWanted(
  services: Pick<Services, "config" | "db" | "clock" | "log">,
): Promise<Etims | undefined> {
  const { config, log } = services;
  if (!config.etims) return undefined;
  const host = await findEtimsHost(config, config.etims, log);
  const etims = createEtims({
    ...services,
    etims: config.etims,
    url: host.url,
    encryptionKeys: config.encryptionKeys,
    brand: config.brand.name,
  });
  return {
    ...etims,
    async close() {
      await etims.close();
      await host.close();
    },
  };
}
