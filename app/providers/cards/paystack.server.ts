import { Pool } from "undici";
import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { providerCalls } from "#app/db/schema/record/providerCalls.ts";
import {
  type Cards,
  CardsRefusal,
  CardsUnreachable,
  type CardVerification,
} from "#app/platform/gates/cards.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";

export const paystackUrl = "https://api.paystack.co";

const answerTimeoutMs = 15_000;

const started = z.object({ data: z.object({ authorization_url: z.url(), reference: z.string() }) });
const verified = z.object({
  data: z.object({
    status: z.string(),
    reference: z.string(),
    amount: z.number().int(),
    currency: z.string(),
  }),
});

/** The provider's payment states; unlisted ones are still open. */
const states: Record<string, CardVerification["state"]> = {
  success: "paid",
  failed: "failed",
  reversed: "reversed",
};

interface Call {
  method: "GET" | "POST";
  path: string;
  body?: object;
  orgId: string;
}

/** Paystack, with its hosted page. Amounts are cents there too. */
export function createPaystack(options: {
  url: string;
  secretKey: string;
  db: Database;
  clock: Clock;
  log: Logger;
}): Cards {
  const pool = new Pool(new URL(options.url).origin, {
    connections: 8,
    connect: { timeout: 5000 },
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
  });

  async function ask({ method, path, body }: Call): Promise<{ status: number; answer: unknown }> {
    try {
      const response = await pool.request({
        method,
        path,
        headers: { authorization: `Bearer ${options.secretKey}`, "content-type": "application/json" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: response.statusCode, answer: await response.body.json() };
    } catch (error) {
      throw new CardsUnreachable(error);
    }
  }

  /** Records the call, whatever the response. The key is in a header, which is not stored. */
  async function call(request: Call) {
    const startedAt = options.clock.now();
    const result = await ask(request).catch((error: CardsUnreachable) => error);
    const failed = result instanceof CardsUnreachable || result.status >= 400;
    const row = {
      orgId: request.orgId as OrgId,
      provider: "cards",
      method: request.method,
      path: request.path,
      status: result instanceof CardsUnreachable ? null : result.status,
      request: { body: request.body ?? null },
      response: result instanceof CardsUnreachable ? { message: result.message } : result.answer,
      failed,
      durationMs: options.clock.now().getTime() - startedAt.getTime(),
      createdAt: startedAt,
    };
    await options.db
      .withOrg(row.orgId, (tx) => tx.insert(providerCalls).values(row))
      .catch((error: unknown) => options.log.warn({ err: error }, "provider call not recorded"));
    if (result instanceof CardsUnreachable) throw result;
    if (result.status >= 500 || result.status === 429)
      throw new CardsUnreachable(`answered ${result.status}`);
    return result;
  }

  return {
    pageOrigin: options.url === paystackUrl ? "https://checkout.paystack.com" : new URL(options.url).origin,
    async start(payment, orgId) {
      const body = {
        email: payment.email,
        amount: payment.amountCents,
        currency: "KES",
        reference: payment.reference,
        callback_url: payment.returnUrl,
        metadata: { cancel_action: payment.cancelUrl },
        channels: ["card"],
      };
      const { answer } = await call({ method: "POST", path: "/transaction/initialize", body, orgId });
      const parsed = started.safeParse(answer);
      if (!parsed.success) throw new CardsRefusal(messageOf(answer));
      if (parsed.data.data.reference !== payment.reference)
        throw new CardsUnreachable("the answer is of another payment");
      return { pageUrl: parsed.data.data.authorization_url };
    },
    async verify(reference, orgId) {
      const path = `/transaction/verify/${encodeURIComponent(reference)}`;
      const { status, answer } = await call({ method: "GET", path, orgId });
      if (status === 400 || status === 404) return undefined;
      const parsed = verified.safeParse(answer);
      if (!parsed.success) throw new CardsUnreachable("the answer can't be read");
      const { data } = parsed.data;
      return {
        state: states[data.status] ?? "open",
        reference: data.reference,
        amountCents: data.amount,
        currency: data.currency,
      };
    },
    baseUrl: new URL(options.url).origin,
    async reach() {
      const { statusCode, body } = await pool.request({ method: "GET", path: "/" });
      await body.dump();
      if (statusCode >= 500) throw new Error(`it answered ${statusCode}`);
    },
    close: () => pool.close(),
  };
}

const messageOf = (answer: unknown): string => {
  const parsed = z.object({ message: z.string() }).safeParse(answer);
  return parsed.success ? parsed.data.message : "refused without a reason";
};
