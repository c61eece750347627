import type { Duplex } from "node:stream";
import pg from "pg";
import { countStatement } from "#app/platform/run/statementCount.server.ts";

/** A text sent this often is likely to be sent again. */
const namedFrom = 3;
/** PostgreSQL keeps the plans of a connection's named statements in memory, so this is their limit. */
const mostNames = 400;

/**
 * Names for the statements of one connection by their text. PostgreSQL parses a named statement once, and
 * keeps a plan that fits all values; rarely sent texts stay unnamed.
 */
export function createNames(most = mostNames): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known || names.size >= most) return known;
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    if (counts.size > 10 * most) counts.clear();
    if (count < namedFrom) return undefined;
    counts.delete(text);
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

type QueryInput = { name?: string; text?: string; values?: unknown[] } | string;

/** A connection whose statements are counted. */
export class CountedClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [query] = args as [QueryInput];
    countStatement(typeof query === "string" ? query : (query.text ?? ""));
    return Reflect.apply(super.query, this, args) as never;
  }
}

/**
 * The same, and it names its statements with parameters, except those with the empty name: they are planned
 * each time.
 */
export class NamedClient extends CountedClient {
  readonly #nameOf = createNames();
  protected readonly namesTexts: boolean = true;

  override query(...args: unknown[]): never {
    const [query, values] = args as [QueryInput, unknown];
    const hasValues = Array.isArray(values) && values.length > 0;
    if (
      this.namesTexts &&
      typeof query === "object" &&
      query.text &&
      query.name === undefined &&
      (hasValues || query.values?.length)
    ) {
      const name = this.#nameOf(query.text);
      if (name) args[0] = { ...query, name };
    }
    return super.query(...args);
  }
}

/**
 * The same, and statements are sent without waiting for earlier responses. Those of one turn of the event
 * loop are sent together: each write costs more than the statements in it.
 */
export class PipelinedClient extends NamedClient {
  #isGathering = false;

  constructor(config: pg.ClientConfig) {
    super({ ...config, pipeline: true });
  }

  override query(...args: unknown[]): never {
    const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection;
    if (!this.#isGathering) {
      this.#isGathering = true;
      stream.cork();
      process.nextTick(() => {
        this.#isGathering = false;
        stream.uncork();
      });
    }
    return super.query(...args);
  }
}

/** A pipelined connection whose hot statements have names of their own: the others are planned each time. */
export class SenderClient extends PipelinedClient {
  protected override readonly namesTexts = false;
}
