import type { Database } from "./client.server.ts";
import type { Listen } from "./listen.server.ts";

/** Creates one value for each connected database of this process, whatever the purpose of its connections. */
export function perDatabase<T>(create: (db: Pick<Database, "for" | "listen">) => T) {
  const known = new WeakMap<Listen, { value: T }>();
  return (db: Pick<Database, "for" | "listen">): T => {
    const entry = known.get(db.listen) ?? { value: create(db) };
    known.set(db.listen, entry);
    return entry.value;
  };
}
