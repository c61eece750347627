import { createHash } from "node:crypto";
import type { KeyMode } from "#app/db/schema/record/webhooks.ts";
import { organisationsError } from "#app/domain/organisations/errors.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** How long an answer is kept, in days. */
export const keptDays = 7;

/** A process that does not answer for so long has ended; the call may be made again, and its verbs know what they did. */
const givenUpAfterSeconds = 60;

export interface OnceCall {
  orgId: OrgId;
  mode: KeyMode;
  key: string;
  method: string;
  path: string;
  body: string;
}

export interface StoredAnswer {
  status: number;
  body: string;
}

const fingerprintOf = ({ method, path, body }: OnceCall) =>
  createHash("sha256").update(`${method} ${path}\n${body}`).digest();

/**
 * Begins a call with an `Idempotency-Key`: undefined when it is the first one, the stored answer when it was answered.
 * @throws DomainError `idempotency.key_reused`, `idempotency.in_flight`.
 */
export async function beginOnce(
  services: Pick<Services, "db" | "clock">,
  call: OnceCall,
): Promise<StoredAnswer | undefined> {
  const fingerprint = fingerprintOf(call);
  const now = services.clock.now();
  const values = [call.orgId, call.mode, call.key, fingerprint];
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const begun = await services.db.system.query({
    name: "begin-once",
    text: `insert into api_answers as a (org_id, mode, key, fingerprint, started_at) values ($1, $2, $3, $4, $5)
      on conflict (org_id, mode, key) do update
        set fingerprint = excluded.fingerprint, started_at = excluded.started_at, status = null, body = null
        where a.started_at < $6
          or a.status is null and a.fingerprint = excluded.fingerprint
            and a.started_at < $7`,
    values: [...values, now, before(keptDays * 86_400), before(givenUpAfterSeconds)],
  });
  if (begun.rowCount === 1) return undefined;
  const { rows } = await services.db.system.query<{ same: boolean; status: number | null; body: string }>({
    name: "stored-answer",
    text: "select fingerprint = $4 as same, status, body from api_answers where org_id = $1 and mode = $2 and key = $3",
    values,
  });
  const stored = rows[0];
  if (stored && !stored.same) throw organisationsError("idempotency.key_reused");
  if (!stored || stored.status === null)
    throw organisationsError("idempotency.in_flight", { retryAfterSeconds: 1 });
  return { status: stored.status, body: stored.body };
}

/** Keeps the answer for whoever repeats the call. */
export async function storeAnswer(
  services: Pick<Services, "db">,
  { orgId, mode, key }: OnceCall,
  answer: StoredAnswer,
): Promise<void> {
  await services.db.system.query({
    name: "keep-answer",
    text: "update api_answers set status = $4, body = $5 where org_id = $1 and mode = $2 and key = $3",
    values: [orgId, mode, key, answer.status, answer.body],
  });
}

/** A refusal had no effect, so the same key may be tried again. */
export async function deleteOnce(
  services: Pick<Services, "db">,
  { orgId, mode, key }: OnceCall,
): Promise<void> {
  await services.db.system.query({
    name: "forget-once",
    text: "delete from api_answers where org_id = $1 and mode = $2 and key = $3 and status is null",
    values: [orgId, mode, key],
  });
}
