import pg from "pg";
import { type ConnectOptions, connect, type Database } from "#app/db/client.server.ts";
import type { Services } from "#app/platform/context.ts";
import { registerRooms } from "#app/registerRooms.ts";

/** The data, with connections as the schema's owner, for what the platform itself may not do. */
export type OwnedDatabase = Database & { owner: pg.Pool };

export type OwnedServices = Services & { db: OwnedDatabase };

export function connectAsOwner(url: string, options: ConnectOptions = {}): OwnedDatabase {
  registerRooms();
  const db = connect(url, options);
  const owner = new pg.Pool({ connectionString: url, max: 5, idleTimeoutMillis: 3000 });
  owner.on("error", () => undefined);
  owner.on("connect", (client) => void client.on("error", () => undefined));
  const { close } = db;
  return Object.assign(db, {
    owner,
    async close() {
      await Promise.all([close(), owner.end()]);
    },
  });
}
