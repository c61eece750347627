import { DomainError, statusOfKind } from "#app/platform/errors.ts";
import { readCookie, sessionCookieName } from "#app/platform/http/cookies.ts";
import { createRefusalLog } from "#app/platform/http/refusals.server.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";

interface Refused {
  error: unknown;
  request: Request;
  call: string;
  requestId: string;
  session?: { userId?: string; orgId?: string | undefined } | undefined;
}

/**
 * Logs and counts calls that were refused because of their caller: 403, 429, and 401 with a session cookie or
 * a key. A visitor without either is just asked to sign in.
 */
export function createNoteRefused({ log, clock }: { log: Pick<Logger, "warn">; clock: Clock }) {
  const note = createRefusalLog(log, () => clock.now().getTime());
  return ({ error, request, call, requestId, session }: Refused): void => {
    if (!(error instanceof DomainError)) return;
    const status = statusOfKind[error.kind];
    const { headers } = request;
    const isKnocking =
      status === 401 &&
      (headers.has("authorization") || readCookie(headers.get("cookie"), sessionCookieName) !== undefined);
    if (status !== 403 && status !== 429 && !isKnocking) return;
    const ipAddress = headers.get("x-client-address") ?? "unknown";
    const { userId, orgId } = session ?? {};
    note({ status, code: error.code, call, ipAddress, requestId, userId, orgId });
  };
}

export type NoteRefused = ReturnType<typeof createNoteRefused>;
