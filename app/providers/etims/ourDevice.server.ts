import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { etimsDevices } from "#app/db/schema/money/etims.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import type { EtimsConfig } from "#app/platform/config/etimsConfig.ts";
import type { TaxDevice } from "#app/platform/gates/etims.ts";
import { openSecret, sealSecret } from "#app/platform/secrets/secretBox.server.ts";
import { ourItem } from "./sale.ts";

interface Options {
  etims: EtimsConfig;
  encryptionKeys: Config["encryptionKeys"];
  brand: string;
  db: Database;
}

/** The device of our own branch, whose key is stored sealed. */
export function ourDevice({ etims, encryptionKeys, brand, db }: Options): TaxDevice {
  const branch = `${etims.pin}:${etims.branch}`;
  const boundTo = `etims:${branch}`;
  return {
    ...{ pin: etims.pin, branch: etims.branch, serial: etims.deviceSerial, key: etims.deviceKey },
    ...{ itemClass: etims.itemClass, name: brand, items: [ourItem] },
    store: {
      async read() {
        const [known] = await db.withSystem((tx) =>
          tx.select().from(etimsDevices).where(eq(etimsDevices.branch, branch)),
        );
        const sealed = known?.keyEncrypted;
        return {
          key: sealed ? openSecret(encryptionKeys, boundTo, sealed) : null,
          controlUnitId: known?.controlUnitId ?? null,
          itemsSavedAt: known?.itemSavedAt ?? null,
        };
      },
      async write({ key, itemsSavedAt, ...given }) {
        const change = {
          ...given,
          ...(key ? { keyEncrypted: sealSecret(encryptionKeys, boundTo, key) } : {}),
          ...(itemsSavedAt ? { itemSavedAt: itemsSavedAt } : {}),
        };
        await db.withSystem((tx) =>
          tx
            .insert(etimsDevices)
            .values({ branch, ...change })
            .onConflictDoUpdate({ target: etimsDevices.branch, set: change }),
        );
      },
    },
  };
}
