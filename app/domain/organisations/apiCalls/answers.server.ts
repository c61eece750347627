import { createHash } from "node:crypto";
import type { AnswerMode } from "#app/db/schema/organisations/apiKeys.ts";
import { organisationsError } from "#app/domain/organisations/errors.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** How long an answer counts: of a call with an `Idempotency-Key`, and of a form that a member sent. */
const keptSeconds = { live: 7 * 86_400, test: 7 * 86_400, form: 600 } satisfies Record<AnswerMode, number>;

/** A process that does not answer for so long has ended; the call may be made again, and its verbs know what they did. */
const givenUpAfterSeconds = 60;

export interface OnceCall {
  orgId: OrgId;
  mode: AnswerMode;
  key: string;
  method: string;
  path: string;
  body: string;
  /** For its verbs, which create one object per key. */
  verbKey: string;
}

export interface StoredAnswer {
  status: number;
  body: string;
}

const fingerprintOf = ({ method, path, body }: OnceCall) =>
  createHash("sha256").update(`${method} ${path}\n${body}`).digest();

/**
 * Begins a call that is made once: the stored answer when it was answered, else the key for its verbs, which is the same
 * when the call is made again because the process ended in it.
 * @throws DomainError `idempotency.key_reused`, `idempotency.in_flight`.
 */
export async function beginOnce(
  services: Pick<Services, "db" | "clock">,
  call: OnceCall,
): Promise<StoredAnswer | { verbKey: string }> {
  const fingerprint = fingerprintOf(call);
  const now = services.clock.now();
  const values = [call.orgId, call.mode, call.key, fingerprint];
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const begun = await services.db.system.query<{ verbKey: string }>({
    name: "begin-once",
    text: `insert into api_answers as a (org_id, mode, key, fingerprint, started_at, body) values ($1, $2, $3, $4, $5, $8)
      on conflict (org_id, mode, key) do update
        set fingerprint = excluded.fingerprint, started_at = excluded.started_at, status = null,
          body = case when a.status is null and a.started_at >= $6 then a.body else excluded.body end
        where a.started_at < $6
          or a.status is null and a.fingerprint = excluded.fingerprint
            and a.started_at < $7
      returning body as "verbKey"`,
    values: [...values, now, before(keptSeconds[call.mode]), before(givenUpAfterSeconds), call.verbKey],
  });
  if (begun.rows[0]) return begun.rows[0];
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

/** The forms that created these objects create new ones when they are sent again. */
export async function forgetForms(
  services: Pick<Services, "db">,
  orgId: OrgId,
  ids: readonly string[],
): Promise<void> {
  await services.db.system.query({
    name: "forget-forms",
    text: `delete from api_answers where org_id = $1 and mode = 'form' and status is not null
      and body like any ($2)`,
    values: [orgId, ids.map((id) => `%"${id.replaceAll(/[%_\\]/g, "\\$&")}"%`)],
  });
}
