import { atEnd, clientOf, type Database, homeOf, type Tx } from "./client.server.ts";
import { notify } from "./notify.server.ts";
import { perDatabase } from "./perDatabase.server.ts";

/** A value cached by each process and invalidated by PostgreSQL's notifications. */
export interface CachedValue<Value> {
  read(tx: Tx): Promise<Value>;
  /** For each transaction that changes the value's source: every process drops it on commit. */
  drop(tx: Tx): void;
}

/** Bounds how long a change made without `drop` stays unseen, such as a manual one. */
const mostAgeMs = 60_000;

/**
 * Caches what `load` returns until `channel` is notified (docs/decisions/0020). `load` reads data of the
 * whole platform, in any transaction. While the process does not listen to PostgreSQL, and in a transaction
 * that has dropped the value, each read goes to the database.
 */
export function createCachedValue<Value>(
  channel: string,
  load: (tx: Tx) => Promise<Value>,
): CachedValue<Value> {
  const memoryOf = perDatabase((db) => new Memory(db, channel, load));
  const dropped = new WeakSet<object>();
  return {
    async read(tx) {
      const home = homeOf(tx);
      const memory = home && !dropped.has(clientOf(tx)) ? memoryOf(home) : undefined;
      return memory?.isListening ? memory.value().catch(() => load(tx)) : load(tx);
    },
    drop(tx) {
      const client = clientOf(tx);
      const home = homeOf(tx);
      dropped.add(client);
      atEnd(tx, () => {
        dropped.delete(client);
        if (home) memoryOf(home).empty();
      });
      notify(tx, channel);
    },
  };
}

/** One process's cache. */
class Memory<Value> {
  isListening = false;
  readonly #load: () => Promise<Value>;
  #entry: { value: Promise<Value>; at: number } | undefined;

  constructor(db: Pick<Database, "for" | "listen">, channel: string, load: (tx: Tx) => Promise<Value>) {
    // On its own connection: a caller's transaction may see an older state, or hold locks.
    this.#load = () => load(db.for("kept").systemReads);
    db.listen(
      channel,
      (payload) => {
        this.empty();
        this.isListening ||= payload === undefined;
      },
      () => {
        this.empty();
        this.isListening = false;
      },
    );
  }

  /** A load in flight is returned to its callers, and not cached. */
  empty(): void {
    this.#entry = undefined;
  }

  value(): Promise<Value> {
    const now = performance.now();
    if (this.#entry && now - this.#entry.at < mostAgeMs) return this.#entry.value;
    const entry = { value: this.#load(), at: now };
    this.#entry = entry;
    entry.value.catch(() => {
      if (this.#entry === entry) this.empty();
    });
    return entry.value;
  }
}
