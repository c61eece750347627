import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  beginOnce,
  deleteOnce,
  forgetForms,
  type OnceCall,
  type StoredAnswer,
  storeAnswer,
} from "#app/domain/organisations/apiCalls/answers.server.ts";
import type { Services, SessionContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { isTransient } from "./busy.ts";
import { apiError } from "./errors.ts";

/**
 * Runs a call once. A refusal leaves nothing behind, and what the database aborted may be retried: the verbs know their
 * effects by `verbKey`. After anything else the effect is unknown, so the key stays in use for a while.
 */
export async function runOnce<Body>(
  services: Pick<Services, "db" | "clock" | "log">,
  call: OnceCall,
  run: (verbKey: string) => Promise<{ status: number; body: Body }>,
): Promise<{ status: number; body: Body | string; isReplayed: boolean }> {
  const begun = await beginOnce(services, call);
  if ("status" in begun) return { ...begun, isReplayed: true };
  try {
    const { status, body } = await run(begun.verbKey);
    if (typeof body === "string") await storeAnswer(services, call, { status, body });
    return { status, body, isReplayed: false };
  } catch (error) {
    if (error instanceof DomainError || isTransient(error))
      await deleteOnce(services, call).catch((err: unknown) =>
        services.log.warn({ err }, "key of a call stays taken"),
      );
    throw error;
  }
}

/** Such a key is new on each page, so after Back it is another one for the same form. */
const isFormKey = (value: unknown) =>
  typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/.test(value);

const patienceMs = 8000;

/** The same for a form: who taps twice waits for the object of the first tap. */
export async function runFormOnce(
  services: Pick<Services, "db" | "clock" | "log">,
  { orgId, userId, call, input }: { orgId: OrgId; userId: string; call: string; input: object },
  run: (verbKey: string) => Promise<unknown>,
): Promise<StoredAnswer & { isReplayed: boolean }> {
  const body = JSON.stringify(input, (_, value) => (isFormKey(value) ? undefined : value));
  const digest = createHash("sha256").update(`${call}\n${body}`).digest("base64url");
  const once: OnceCall = {
    ...{ orgId, mode: "form", key: `${userId}:${digest}`, method: "", path: call, body },
    verbKey: `form:${randomUUID()}`,
  };
  const until = performance.now() + patienceMs;
  const tryOnce = async (): Promise<StoredAnswer & { isReplayed: boolean }> => {
    try {
      return await runOnce(services, once, async (verbKey) => ({
        status: 200,
        body: JSON.stringify((await run(verbKey)) ?? {}),
      }));
    } catch (error) {
      const isInFlight = error instanceof DomainError && error.code === "idempotency.in_flight";
      if (!isInFlight) throw error;
      if (performance.now() > until) throw apiError("form.in_flight");
      await sleep(100);
      return tryOnce();
    }
  };
  return tryOnce();
}

/** After an object is deleted, cancelled or, an order, confirmed, its form makes a new one. */
export async function forgetUndone(
  services: Pick<Services, "db">,
  { orgId }: SessionContext,
  call: string,
  params: Record<string, string>,
): Promise<void> {
  if (orgId && /^DELETE |\/(archive|cancel|confirm|disconnect)$/.test(call))
    await forgetForms(services, orgId, Object.values(params));
}
