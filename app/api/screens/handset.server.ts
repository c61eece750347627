import { z } from "zod";
import { getHandset } from "#app/domain/whatsapp/handset/queries.server.ts";
import { replyAsCustomer } from "#app/domain/whatsapp/handset/reply.server.ts";
import { customerPhone, handsetReply } from "#app/domain/whatsapp/handset/schemas.ts";
import { orgContext } from "#app/platform/context.ts";
import { endpoint } from "../endpoint.ts";

export const sandbox = {
  "GET /sandbox/handset": endpoint({
    who: "member",
    input: z.object({ phone: customerPhone.optional() }),
    run: ({ ctx, input }) => getHandset(ctx, input.phone),
  }),
  "POST /sandbox/reply": endpoint({
    who: "member",
    input: handsetReply,
    run: ({ ctx, input }) => replyAsCustomer({ ctx: orgContext(ctx), input }),
  }),
};
