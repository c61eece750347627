import type pg from "pg";
import { perDatabase } from "#app/db/perDatabase.server.ts";
import type { KeyMode } from "#app/db/schema/record/webhooks.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import { redact } from "./redact.ts";

/** How long calls are batched before one statement stores them: a crash loses no more of the log. */
const flushMs = 200;
/** Calls in memory at most, such as while the database does not answer; further ones are not logged. */
const mostGathered = 10_000;

export interface ApiCall {
  orgId: OrgId;
  requestId: string;
  keyId: string;
  mode: KeyMode;
  method: string;
  path: string;
  status: number;
  errorCode: string | null;
  durationMs: number;
  /** Redacted before it is stored. */
  body: unknown;
  ipAddress: string;
  userAgent: string;
}

type LogServices = Pick<Services, "db" | "clock" | "log">;

/** Adds a call of the public API to the request log. It is stored within 200 ms, or by `flushCalls`. */
export function logCall({ db, clock, log }: LogServices, call: ApiCall): void {
  const row = {
    org_id: call.orgId,
    id: call.requestId,
    key_id: call.keyId,
    mode: call.mode,
    method: call.method,
    path: call.path.slice(0, 400),
    status: call.status,
    error_code: call.errorCode,
    duration_ms: call.durationMs,
    request_body: redact(call.body),
    ip_address: call.ipAddress,
    user_agent: call.userAgent,
    created_at: clock.now(),
  };
  if (!gatheredCalls(db).add(row, log)) log.warn({ requestId: call.requestId }, "call not logged");
}

/** Stores the calls that this process has gathered. */
export const flushCalls = ({ db, log }: Pick<Services, "db" | "log">): Promise<void> =>
  gatheredCalls(db).flush(log);

type Row = Record<string, unknown> & { id: string };

const gatheredCalls = perDatabase((db) => {
  const { system } = db.for("api");
  let rows: Row[] = [];
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  const flush = (log: Logger) => {
    clearTimeout(timer);
    timer = undefined;
    const taken = rows;
    rows = [];
    if (taken.length > 0) last = last.then(() => storeCalls(system, taken, log));
    return last;
  };
  return {
    add(row: Row, log: Logger): boolean {
      if (rows.length >= mostGathered) return false;
      rows.push(row);
      timer ??= setTimeout(() => void flush(log), flushMs).unref();
      return true;
    },
    flush,
  };
});

/** Calls that cannot be stored together are stored one by one: none of them keeps another from the log. */
async function storeCalls(system: pg.Pool, rows: Row[], log: Logger): Promise<void> {
  try {
    await insertCalls(system, rows);
  } catch (error) {
    if (rows.length > 1) for (const row of rows) await storeCalls(system, [row], log);
    else log.warn({ err: error, requestId: rows[0]!.id }, "call not logged");
  }
}

const insertCalls = (system: pg.Pool, rows: Row[]) =>
  system.query({
    name: "log-api-calls",
    text: `insert into api_calls (org_id, id, key_id, mode, method, path, status, error_code, duration_ms, request_body,
        ip_address, user_agent, created_at)
      select org_id, id, key_id, mode, method, path, status, error_code, duration_ms, request_body, ip_address, user_agent, created_at
      from jsonb_to_recordset($1::jsonb) as c(org_id text, id text, key_id text, mode text, method text, path text,
        status smallint, error_code text, duration_ms int, request_body text, ip_address text, user_agent text,
        created_at timestamptz)
      on conflict do nothing`,
    values: [JSON.stringify(rows)],
  });
