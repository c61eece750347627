import { Counter, register } from "prom-client";
import type { Logger } from "#app/platform/run/logger.server.ts";

const name = "tarishi_refusals_total";

/** The registry is shared by the process, while this module may be loaded more than once. */
const counter =
  (register.getSingleMetric(name) as Counter<"status" | "code"> | undefined) ??
  new Counter({
    name,
    help: "Requests that were refused, by status and code.",
    labelNames: ["status", "code"],
  });

/**
 * A request refused because of its caller: no session for a cookie, no permission, rate limit, or another
 * site.
 */
export interface Refusal {
  status: number;
  code: string;
  /** By its template, without ids and other values of the address. */
  call: string;
  ipAddress: string;
  requestId: string;
  userId?: string | undefined;
  orgId?: string | undefined;
}

const linesAMinute = 5;
const mostSubjects = 10_000;

/**
 * Counts each refusal, and logs at most `linesAMinute` for one user or address, so that no client can flood
 * the log.
 */
export function createRefusalLog(log: Pick<Logger, "warn">, now: () => number = Date.now) {
  let minute = 0;
  let lines = new Map<string, number>();
  return (refusal: Refusal): void => {
    const { status, code, userId, ipAddress } = refusal;
    counter.inc({ status, code });
    const current = Math.floor(now() / 60_000);
    if (current !== minute) {
      minute = current;
      lines = new Map();
    }
    const subject = userId ?? ipAddress;
    const line = (lines.get(subject) ?? 0) + 1;
    if (line > linesAMinute || lines.size >= mostSubjects) return;
    lines.set(subject, line);
    log.warn({ refusal }, line === linesAMinute ? "refused; more this minute are only counted" : "refused");
  };
}

/** The same for forms of screens, which are refused before any call. */
export function createFormRefusalLog(log: Pick<Logger, "warn">) {
  const note = createRefusalLog(log);
  return ({ headers }: Request) =>
    (code: string): void =>
      note({
        ...{ status: 403, code, call: "form" },
        ipAddress: headers.get("x-client-address") ?? "unknown",
        requestId: headers.get("x-request-id") ?? "",
      });
}
