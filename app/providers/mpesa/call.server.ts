import { Pool } from "undici";
import type { Database } from "#app/db/client.server.ts";
import { providerCalls } from "#app/db/schema/record/providerCalls.ts";
import { type CallOwner, DarajaError, DarajaUnknown } from "#app/platform/gates/daraja.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";

export interface DarajaCall {
  method: "GET" | "POST";
  path: string;
  body?: Record<string, unknown>;
  authorization: string;
  /** Left out when nothing is recorded: a token. */
  owner?: CallOwner;
}

export type DarajaCaller = <T>(call: DarajaCall) => Promise<T>;

const secretNames = new Set(["Password", "SecurityCredential", "access_token"]);
/** The end of a callback's address is a password too. */
const withoutSecrets = (body: Record<string, unknown> | undefined) =>
  Object.fromEntries(
    Object.entries(body ?? {}).map(([name, value]) => [
      name,
      secretNames.has(name) || /URL$/.test(name) ? "[redacted]" : value,
    ]),
  );

/** Errors after which the call may have succeeded (docs/facts/mpesa-daraja.md §2). */
const openErrors = new Set(["500.003.1001", ""]);
/** Refusals that share the code of an internal error: the addresses of a shortcode are taken (§3). */
const isTaken = (message: string) => /already registered|duplicate notification info/i.test(message);

function refusalOf(status: number, answer: unknown): DarajaError | DarajaUnknown {
  const { errorCode = "", errorMessage = "" } = answer as { errorCode?: string; errorMessage?: string };
  const refusal = new DarajaError(status, errorCode, errorMessage);
  const isOpen = status >= 500 && openErrors.has(errorCode) && !isTaken(errorMessage);
  return isOpen ? new DarajaUnknown(refusal) : refusal;
}

const answerTimeoutMs = 15_000;

/** Calls Daraja, and records the call without secrets in `provider_calls`, whatever the response. */
export function createDarajaCaller(options: { url: string; db: Database; clock: Clock; log: Logger }): {
  call: DarajaCaller;
  reach(): Promise<void>;
  close(): Promise<void>;
} {
  const pool = new Pool(new URL(options.url).origin, {
    connect: { timeout: 5000 },
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
    connections: 16,
    allowH2: false,
  });

  async function ask(call: DarajaCall): Promise<{ status: number; answer: unknown }> {
    const { statusCode, body } = await pool.request({
      method: call.method,
      path: call.path,
      headers: {
        authorization: call.authorization,
        ...(call.body ? { "content-type": "application/json" } : {}),
      },
      ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    });
    const text = await body.text();
    return { status: statusCode, answer: text === "" ? {} : (JSON.parse(text) as unknown) };
  }

  async function record(call: DarajaCall, startedAt: Date, status: number | null, response: unknown) {
    if (call.owner === undefined) return;
    const row = {
      orgId: call.owner as OrgId,
      provider: "mpesa",
      method: call.method,
      path: call.path,
      status,
      request: withoutSecrets(call.body),
      response,
      failed: status === null || status >= 400,
      durationMs: options.clock.now().getTime() - startedAt.getTime(),
      createdAt: startedAt,
    };
    await options.db
      .withSystem((tx) => tx.insert(providerCalls).values(row))
      .catch((error: unknown) => options.log.warn({ err: error }, "provider call not recorded"));
  }

  return {
    async call<T>(call: DarajaCall): Promise<T> {
      const startedAt = options.clock.now();
      let status: number;
      let answer: unknown;
      try {
        ({ status, answer } = await ask(call));
      } catch (error) {
        await record(call, startedAt, null, { message: (error as Error).message });
        throw new DarajaUnknown(error);
      }
      await record(call, startedAt, status, answer);
      if (status >= 400) throw refusalOf(status, answer);
      return answer as T;
    },
    async reach() {
      const { statusCode, body } = await pool.request({ method: "GET", path: "/" });
      await body.dump();
      if (statusCode >= 500) throw new Error(`it answered ${statusCode}`);
    },
    close: () => pool.close(),
  };
}
