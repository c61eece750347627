import { Readable } from "node:stream";
import { z } from "zod";
import { apiError } from "#app/api/errors.ts";
import { payerPhone } from "#app/domain/money/payments/schemas.ts";
import {
  answerOnHandset,
  handsetAnswer,
  promptsOnHandset,
} from "#app/domain/sales/requests/handset.server.ts";
import { maxHandsetFileBytes } from "#app/domain/whatsapp/handset/fieldRules.ts";
import { readFileAsCustomer, sendFileAsCustomer } from "#app/domain/whatsapp/handset/files.server.ts";
import { getHandset, requireSandbox } from "#app/domain/whatsapp/handset/queries.server.ts";
import { replyAsCustomer } from "#app/domain/whatsapp/handset/reply.server.ts";
import { customerPhone, handsetFile, handsetReply } from "#app/domain/whatsapp/handset/schemas.ts";
import { readBody } from "#app/platform/http/readBody.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint, verb } from "../endpoint.ts";
import { fileResponse } from "../fileResponse.ts";

/** The file of a customer's phone with its fields. */
async function fileOf(request: Request) {
  const body = await readBody(request, maxHandsetFileBytes);
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  const form = body && (await new Response(body, { headers }).formData().catch(() => undefined));
  const file = form?.get("file");
  if (!(file instanceof File) || file.size === 0)
    throw apiError("handset.no_file", { values: { size: megabytes(maxHandsetFileBytes) } });
  const text = Object.fromEntries([...(form ?? [])].filter(([, value]) => typeof value === "string"));
  const fields = handsetFile.safeParse(text);
  if (!fields.success) throw apiError("handset.bad_form");
  const bytes = Buffer.from(await file.arrayBuffer());
  return { ...fields.data, fileName: file.name, contentType: file.type, bytes };
}

export const sandbox = {
  /** A multipart form with `file`, `phone`, `phoneNumberId`, `caption` and `kind`. */
  "POST /sandbox/file": endpoint({
    act: "sandbox.use",
    takesFile: true,
    input: z.object({}),
    run: async ({ ctx, org, request }) => {
      requireSandbox(ctx);
      return sendFileAsCustomer({ ctx: org, input: await fileOf(request) });
    },
  }),
  "GET /sandbox/file": endpoint({
    act: "sandbox.use",
    input: z.object({ phoneNumberId: idOf("phoneNumber", z.string().max(64)), file: z.string().max(64) }),
    run: async ({ org, input }) => {
      const { bytes, contentType, isShown } = await readFileAsCustomer(org, input);
      const content = Readable.from([bytes]);
      const file = { content, contentType, fileName: "file", bytes: bytes.length, part: null };
      return fileResponse({ ...file, isShown, length: bytes.length });
    },
  }),
  "GET /sandbox/handset": endpoint({
    act: "sandbox.use",
    input: z.object({ phone: customerPhone.optional() }),
    run: ({ ctx, input }) => getHandset(ctx, input.phone),
  }),
  "POST /sandbox/reply": verb("sandbox.use", handsetReply, replyAsCustomer),
  "GET /sandbox/prompts": endpoint({
    act: "sandbox.use",
    input: z.object({ phone: payerPhone }),
    run: async ({ org, input }) => ({ prompts: await promptsOnHandset(org, input.phone) }),
  }),
  "POST /sandbox/prompts/answer": verb("sandbox.use", handsetAnswer, answerOnHandset),
};
