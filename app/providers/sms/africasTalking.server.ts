import { Pool } from "undici";
import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { providerCalls } from "#app/db/schema/record/providerCalls.ts";
import type { OutgoingSms, SmsAnswer, SmsBalance, SmsHost, SmsKeys } from "#app/platform/gates/sms.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import { answerOf } from "./answers.ts";

interface Options {
  url: string;
  db: Database;
  clock: Clock;
  log: Logger;
}

const answerTimeoutMs = 15_000;
const neverConnected = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** The sample of the service spells the first key in both ways. */
const balanceAnswer = z
  .object({
    UserData: z.object({ balance: z.string() }).optional(),
    userData: z.object({ balance: z.string() }).optional(),
  })
  .transform(({ UserData, userData }) => (UserData ?? userData)?.balance);

/** Africa's Talking. Each call is recorded in `provider_calls` without keys and without the text. */
export function createSmsHost(options: Options): SmsHost {
  const base = new URL(options.url);
  const pool = new Pool(base.origin, {
    connect: { timeout: 5000 },
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
    connections: 32,
    allowH2: false,
  });
  const root = base.pathname.replace(/\/$/, "");
  const ask: Ask = async (keys, path, form) => {
    const { statusCode, body } = await pool.request({
      method: form ? "POST" : "GET",
      path: `${root}${path}`,
      headers: {
        apikey: keys.apiKey,
        accept: "application/json",
        ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      },
      ...(form ? { body: form.toString() } : {}),
    });
    return { status: statusCode, body: readJson(await body.text()) };
  };
  return {
    of: (keys) => ({
      send: (sms) => send(options, ask, keys, sms),
      readBalance: () => readBalance(ask, keys),
    }),
    baseUrl: options.url,
    async reach() {
      const { statusCode, body } = await pool.request({ method: "GET", path: `${root}/` });
      await body.dump();
      if (statusCode >= 500) throw new Error(`it answered ${statusCode}`);
    },
    close: () => pool.close(),
  };
}

type Ask = (
  keys: SmsKeys,
  path: string,
  form?: URLSearchParams,
) => Promise<{ status: number; body: unknown }>;

async function send(
  options: Options,
  ask: Ask,
  keys: SmsKeys,
  { orgId, to, text, from }: OutgoingSms,
): Promise<SmsAnswer> {
  const startedAt = options.clock.now();
  const form = new URLSearchParams({ username: keys.username, to, message: text, bulkSMSMode: "1" });
  if (from) form.set("from", from);
  const path = "/version1/messaging";
  try {
    const { status, body } = await ask(keys, path, form);
    await record(options, { orgId, path, to, startedAt, status, response: body });
    return answerOf(status, body);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    await record(options, { orgId, path, to, startedAt, status: null, response: { message } });
    return { outcome: neverConnected.has(code ?? "") ? "not_sent" : "unknown", message };
  }
}

async function readBalance(ask: Ask, keys: SmsKeys): Promise<SmsBalance> {
  try {
    const query = new URLSearchParams({ username: keys.username });
    const { status, body } = await ask(keys, `/version1/user?${query}`);
    const balance = balanceAnswer.safeParse(body);
    if (status === 200 && balance.data) return { outcome: "ok", balance: balance.data };
    if (status < 500) return { outcome: "refused" };
    return { outcome: "unreachable", message: `it answered ${status}` };
  } catch (error) {
    return { outcome: "unreachable", message: (error as Error).message };
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text.slice(0, 200) };
  }
}

interface RecordedCall {
  orgId: string;
  path: string;
  to: string;
  startedAt: Date;
  status: number | null;
  response: unknown;
}

async function record(
  { db, clock, log }: Options,
  { orgId, path, to, startedAt, status, response }: RecordedCall,
): Promise<void> {
  const row = {
    orgId: orgId as OrgId,
    ...{ provider: "sms", method: "POST", path, status, request: { to }, response },
    failed: status === null || status >= 400,
    durationMs: clock.now().getTime() - startedAt.getTime(),
    createdAt: startedAt,
  };
  await db
    .withSystem((tx) => tx.insert(providerCalls).values(row))
    .catch((error: unknown) => log.warn({ err: error }, "provider call not recorded"));
}
