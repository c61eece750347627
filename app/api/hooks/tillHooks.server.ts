import { Hono } from "hono";
import type { z } from "zod";
import type { TillNoticeKind } from "#app/db/schema/sales/tills.ts";
import { anyNotice, promptNotice } from "#app/domain/money/payments/notices.ts";
import { answerValidation } from "#app/domain/sales/payments/validation.ts";
import { tillOfToken } from "#app/domain/sales/tills/addresses.ts";
import { tillNotice } from "#app/domain/sales/tills/notices.ts";
import { receiveTillNotice } from "#app/domain/sales/tills/receive.server.ts";
import type { Services } from "#app/platform/context.ts";
import { readBody } from "#app/platform/http/readBody.ts";
import { storableJson } from "./storableJson.ts";

const maxBodyBytes = 64 * 1024;
const answer = (status: number, ResultDesc: string) =>
  Response.json({ ResultCode: status === 200 ? 0 : 1, ResultDesc }, { status });
const nothingHere = () =>
  Response.json({ message: "There is nothing here.", code: "payment.no_such_endpoint" }, { status: 404 });

/**
 * What M-Pesa posts about the organisations' own tills. The token in the path names the till and replaces a
 * signature; the notice is stored before it is acknowledged, and applied by a job.
 */
export function tillHooks(services: Services): Hono {
  const app = new Hono();
  for (const [path, kind, schema] of [
    ["confirmations", "confirmation", tillNotice],
    ["prompts", "prompt", promptNotice],
    ["results", "result", anyNotice],
    ["timeouts", "timeout", anyNotice],
  ] as const)
    app.post(`/${path}/:token`, (c) => store(services, c.req.raw, c.req.param("token"), { kind, schema }));
  app.post("/validations/:token", async (c) => {
    if (!tillOfToken(services.config, c.req.param("token"))) return nothingHere();
    const bytes = await readBody(c.req.raw, maxBodyBytes);
    const read = tillNotice.safeParse(bytes && storableJson(bytes));
    return Response.json(answerValidation(read.success ? read.data.account : ""));
  });
  return app;
}

async function store(
  services: Services,
  request: Request,
  token: string,
  { kind, schema }: { kind: TillNoticeKind; schema: z.ZodType },
): Promise<Response> {
  const address = tillOfToken(services.config, token);
  if (!address) return nothingHere();
  const bytes = await readBody(request, maxBodyBytes);
  if (!bytes || !schema.safeParse(storableJson(bytes)).success)
    return answer(400, "The body is not what M-Pesa sends.");
  try {
    const notice = { kind, body: bytes.toString("utf8") };
    const isOurs = await services.db.withOrg(address.orgId, (tx) =>
      receiveTillNotice(tx, services, address, notice),
    );
    return isOurs ? answer(200, "Accepted") : nothingHere();
  } catch (error) {
    services.log.error({ err: error }, "till notice not stored");
    return answer(503, "Try again later");
  }
}
