import { Hono } from "hono";
import { receiveCardEvent } from "#app/domain/money/cards/receiveEvent.server.ts";
import { cardSignatureFits } from "#app/domain/money/cards/signature.ts";
import { isHookPath, subjectOfToken } from "#app/domain/money/payments/addresses.server.ts";
import { type NoticeKind, receiveNotice } from "#app/domain/money/payments/receive.server.ts";
import { validatePayment } from "#app/domain/money/payments/validate.server.ts";
import type { Services } from "#app/platform/context.ts";
import { readBody } from "#app/platform/readBody.ts";

const maxBodyBytes = 64 * 1024;
const nothingHere = () =>
  Response.json({ message: "There is nothing here.", code: "payment.no_such_door" }, { status: 404 });

/** The body as text, when it is a JSON object of a size that a notice has. */
async function readNotice(request: Request): Promise<{ text: string; body: unknown } | undefined> {
  const bytes = await readBody(request, maxBodyBytes);
  return bytes ? objectIn(bytes) : undefined;
}

function objectIn(bytes: Buffer): { text: string; body: unknown } | undefined {
  const text = bytes.toString("utf8").replaceAll("\u0000", "");
  try {
    const body: unknown = JSON.parse(text);
    return body !== null && typeof body === "object" ? { text, body } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Where M-Pesa and the card provider tell what became of payments, below `/api/hooks/payments/<secret>`. M-Pesa signs
 * nothing: the secret in the path and a token of its own for each request stand for that, and nothing is believed before it
 * was held against what we asked for. Kept first, answered at once, applied by a job. No address has a word that Daraja
 * refuses.
 */
export function paymentsDoor(services: Services): Hono {
  const app = new Hono();

  async function keep(request: Request, kind: NoticeKind, subjectId: string | null): Promise<Response> {
    const notice = await readNotice(request);
    if (!notice) return Response.json({ ResultCode: 1, ResultDesc: "Not JSON" }, { status: 400 });
    try {
      await receiveNotice(services, { kind, subjectId, body: notice.text });
    } catch (error) {
      services.log.error({ err: error }, "payment notice not stored");
      return Response.json({ ResultCode: 1, ResultDesc: "Try again later" }, { status: 503 });
    }
    return Response.json({ ResultCode: 0, ResultDesc: "Accepted" });
  }

  app.use("/:secret/*", async (c, next) =>
    isHookPath(services.config, c.req.param("secret")) ? next() : nothingHere(),
  );
  app.post("/:secret/validations", async (c) => {
    const notice = await readNotice(c.req.raw);
    return Response.json(validatePayment(services, notice?.body));
  });
  app.post("/:secret/confirmations", (c) => keep(c.req.raw, "confirmation", null));
  for (const [path, kind] of [
    ["prompts", "prompt"],
    ["results", "result"],
    ["timeouts", "timeout"],
  ] as const)
    app.post(`/:secret/${path}/:token`, (c) => {
      const subjectId = subjectOfToken(services.config, c.req.param("token"));
      return subjectId === undefined ? nothingHere() : keep(c.req.raw, kind, subjectId);
    });
  app.post("/:secret/cards", (c) => receiveCards(services, c.req.raw));
  return app;
}

const cardAnswer = (status: number, code: string, message: string) =>
  Response.json({ message, code }, { status });

/** The card provider signs the exact bytes; only 200 ends its repeats. */
async function receiveCards(services: Services, request: Request): Promise<Response> {
  const { cards } = services.config;
  const bytes = await readBody(request, maxBodyBytes);
  if (!bytes) return cardAnswer(413, "webhook.too_large", "The body is too large.");
  if (!cards || !cardSignatureFits(request.headers.get("x-paystack-signature"), bytes, cards.secretKey))
    return cardAnswer(401, "webhook.signature", "The signature is missing or wrong.");
  const notice = objectIn(bytes);
  if (!notice) return cardAnswer(400, "webhook.malformed_json", "The body is not JSON.");
  try {
    await receiveCardEvent(services, notice.body);
  } catch (error) {
    services.log.error({ err: error }, "card notice not stored");
    return cardAnswer(503, "webhook.not_stored", "Storage is down. Send it again later.");
  }
  return cardAnswer(200, "ok", "ok");
}
