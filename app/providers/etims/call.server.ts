import { Pool } from "undici";
import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { providerCalls } from "#app/db/schema/record/providerCalls.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";

const answerTimeoutMs = 20_000;

/** Every response of KRA has this shape, with status 200 even for a refusal. */
const envelope = z.object({
  resultCd: z.coerce.string(),
  resultMsg: z.coerce.string().default(""),
  data: z.unknown().optional(),
});
export type KraAnswer = z.output<typeof envelope>;

/** No response, or an unreadable one. `reached`: the call may have arrived. */
export class EtimsUnreachable extends Error {
  readonly reached: boolean;
  constructor(cause: unknown, reached: boolean) {
    super("eTIMS does not answer", { cause });
    this.name = "EtimsUnreachable";
    this.reached = reached;
  }
}

export interface EtimsCall {
  path: string;
  body: Record<string, unknown>;
  headers: Record<string, string>;
  orgId: string;
}

const neverConnected = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** The device's key, a secret, and the buyer's PIN, which is personal data. */
const hidden = new Set(["cmcKey", "custTin"]);

const withoutHidden = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body ?? null, (name, value) => (value && hidden.has(name) ? "[redacted]" : value)),
  );

/** Calls KRA, and records the call without secrets in `provider_calls`, whatever the response. */
export function createEtimsCaller(options: { url: string; db: Database; clock: Clock; log: Logger }) {
  const base = new URL(options.url);
  const timeouts = { headersTimeout: answerTimeoutMs, bodyTimeout: answerTimeoutMs };
  const pool = new Pool(base.origin, { connections: 2, connect: { timeout: 5000 }, ...timeouts });

  async function call(request: EtimsCall): Promise<KraAnswer> {
    const startedAt = options.clock.now();
    const result = await ask(pool, base, request).catch((error: EtimsUnreachable) => error);
    await keepCall(options, request, { startedAt, result });
    if (result instanceof EtimsUnreachable) throw result;
    return result;
  }

  return {
    call,
    async reach() {
      const { statusCode, body } = await pool.request({ method: "GET", path: "/" });
      await body.dump();
      if (statusCode >= 500) throw new Error(`it answered ${statusCode}`);
    },
    close: () => pool.close(),
  };
}
export type EtimsCaller = ReturnType<typeof createEtimsCaller>["call"];

async function ask(pool: Pool, base: URL, { path, body, headers }: EtimsCall): Promise<KraAnswer> {
  const response = await pool
    .request({
      method: "POST",
      path: `${base.pathname.replace(/\/$/, "")}${path}`,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    .catch((error: NodeJS.ErrnoException) => {
      throw new EtimsUnreachable(error, !neverConnected.has(error.code ?? ""));
    });
  try {
    const answer = envelope.safeParse(await response.body.json());
    if (response.statusCode < 500 && answer.success) return answer.data;
    throw new Error(`it answered ${response.statusCode}`);
  } catch (error) {
    throw new EtimsUnreachable(error, response.statusCode !== 401 && response.statusCode !== 403);
  }
}

interface CallResult {
  startedAt: Date;
  result: KraAnswer | EtimsUnreachable;
}

async function keepCall(
  { db, clock, log }: { db: Database; clock: Clock; log: Logger },
  request: EtimsCall,
  { startedAt, result }: CallResult,
): Promise<void> {
  const failed = result instanceof EtimsUnreachable;
  const row = {
    orgId: request.orgId as OrgId,
    provider: "etims",
    method: "POST",
    path: request.path,
    status: failed ? null : 200,
    request: withoutHidden(request.body),
    response: failed ? { message: String(result.cause) } : withoutHidden(result),
    failed,
    durationMs: clock.now().getTime() - startedAt.getTime(),
    createdAt: startedAt,
  };
  await db
    .withSystem((tx) => tx.insert(providerCalls).values(row))
    .catch((error: unknown) => log.warn({ err: error }, "provider call not recorded"));
}
