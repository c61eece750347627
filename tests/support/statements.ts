import pg from "pg";

export interface Statement {
  /** Its name, or its text where it has none. */
  name: string;
  /** Milliseconds, as `performance.now()` counts them. */
  at: number;
}

/**
 * Collects the statements of this process on connections whose application name matches, until `stop` is
 * called.
 */
export function watchStatements(fits: (applicationName: string) => boolean): {
  statements: Statement[];
  stop(): void;
} {
  const { prototype } = pg.Client;
  const { query } = prototype;
  const statements: Statement[] = [];
  prototype.query = function watched(this: pg.Client, ...args: unknown[]) {
    const { connectionParameters } = this as unknown as {
      connectionParameters: { application_name?: string };
    };
    if (fits(connectionParameters.application_name ?? "")) {
      const [statement] = args as [string | { name?: string; text: string }];
      const name = typeof statement === "string" ? statement : (statement.name ?? statement.text);
      statements.push({ name, at: performance.now() });
    }
    return Reflect.apply(query, this, args);
  } as typeof query;
  return {
    statements,
    stop() {
      prototype.query = query;
    },
  };
}
