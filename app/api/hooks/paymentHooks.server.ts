import { Hono } from "hono";
import type { z } from "zod";
import { cardNotice } from "#app/domain/money/cards/notice.ts";
import { receiveCardEvent } from "#app/domain/money/cards/receiveEvent.server.ts";
import { cardSignatureFits } from "#app/domain/money/cards/signature.ts";
import { subjectOfToken } from "#app/domain/money/mpesa/addresses.server.ts";
import { resultNotice } from "#app/domain/money/mpesa/resultNotice.ts";
import { anyNotice, ownPaybillNotice, promptNotice } from "#app/domain/money/payments/notices.ts";
import { type NoticeKind, receiveNotice } from "#app/domain/money/payments/receive.server.ts";
import { validatePayment } from "#app/domain/money/payments/validate.server.ts";
import type { Services } from "#app/platform/context.ts";
import { readBody } from "#app/platform/http/readBody.ts";
import { isHookPath } from "#app/platform/secrets/paymentsHook.ts";
import { isFromSafaricom } from "./safaricom.ts";
import { storableJson } from "./storableJson.ts";
import { tillHooks } from "./tillHooks.server.ts";

const maxBodyBytes = 64 * 1024;
const nothingHere = () =>
  Response.json({ message: "There is nothing here.", code: "payment.no_such_endpoint" }, { status: 404 });
const malformed = () =>
  Response.json({ ResultCode: 1, ResultDesc: "The body is not what M-Pesa sends." }, { status: 400 });

/** Stores an M-Pesa notice before it is acknowledged. */
async function storeNotice(
  services: Services,
  request: Request,
  schema: z.ZodType,
  about: { kind: NoticeKind; subjectId: string | null },
): Promise<Response> {
  const bytes = await readBody(request, maxBodyBytes);
  const body = bytes && storableJson(bytes);
  if (!bytes || !schema.safeParse(body).success) return malformed();
  try {
    await receiveNotice(services, { ...about, body: bytes.toString("utf8") });
  } catch (error) {
    services.log.error({ err: error }, "payment notice not stored");
    return Response.json({ ResultCode: 1, ResultDesc: "Try again later" }, { status: 503 });
  }
  return Response.json({ ResultCode: 0, ResultDesc: "Accepted" });
}

/**
 * Payment notices of M-Pesa and the card provider, below `/api/hooks/payments/<secret>`. M-Pesa signs
 * nothing: the secret in the path and a token per request replace a signature, and each notice is checked
 * against our request. Stored first, acknowledged at once, applied by a job; what can never be applied is
 * refused. No address contains a word that Daraja refuses.
 */
export function paymentHooks(services: Services): Hono {
  const app = new Hono();

  app.use("/:secret/*", async (c, next) =>
    isHookPath(services.config, c.req.param("secret")) ? next() : nothingHere(),
  );
  app.post("/:secret/cards", (c) => receiveCards(services, c.req.raw));
  app.use("/:secret/*", async (c, next) =>
    isFromSafaricom(services.config, c.req.raw) ? next() : nothingHere(),
  );
  app.post("/:secret/validations", async (c) => {
    const bytes = await readBody(c.req.raw, maxBodyBytes);
    return Response.json(validatePayment(services, bytes && storableJson(bytes)));
  });
  app.post("/:secret/confirmations", (c) =>
    storeNotice(services, c.req.raw, ownPaybillNotice(services.config.daraja?.shortcode), {
      kind: "confirmation",
      subjectId: null,
    }),
  );
  app.route("/:secret/tills", tillHooks(services));
  for (const [path, kind, schema] of [
    ["prompts", "prompt", promptNotice],
    ["results", "result", resultNotice],
    ["timeouts", "timeout", anyNotice],
  ] as const)
    app.post(`/:secret/${path}/:token`, (c) => {
      const subjectId = subjectOfToken(services.config, c.req.param("token"));
      return subjectId === undefined
        ? nothingHere()
        : storeNotice(services, c.req.raw, schema, { kind, subjectId });
    });
  return app;
}

const cardAnswer = (status: number, code: string, message: string) =>
  Response.json({ message, code }, { status });

/** The card provider signs the exact bytes; only 200 ends its retries. */
async function receiveCards(services: Services, request: Request): Promise<Response> {
  const { cards } = services.config;
  const bytes = await readBody(request, maxBodyBytes);
  if (!bytes) return cardAnswer(413, "webhook.too_large", "The body is too large.");
  if (!cards || !cardSignatureFits(request.headers.get("x-paystack-signature"), bytes, cards.secretKey))
    return cardAnswer(401, "webhook.signature", "The signature is missing or wrong.");
  const payload = storableJson(bytes);
  const read = cardNotice.safeParse(payload);
  if (!read.success)
    return cardAnswer(400, "webhook.malformed_json", "The body is not what this service sends.");
  try {
    await receiveCardEvent(services, { notice: read.data, payload });
  } catch (error) {
    services.log.error({ err: error }, "card notice not stored");
    return cardAnswer(503, "webhook.not_stored", "Storage is down. Send it again later.");
  }
  return cardAnswer(200, "ok", "ok");
}
