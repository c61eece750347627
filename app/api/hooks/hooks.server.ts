import { Hono } from "hono";
import type { Services } from "#app/platform/context.ts";
import { readBody } from "#app/platform/http/readBody.ts";
import { inFlightLimit } from "./inFlightLimit.ts";
import { integrationsDoor } from "./integrationsDoor.server.ts";
import { createMetaDoor, type DoorAnswer, maxBodyBytes, notStored, tooLarge } from "./metaDoor.server.ts";
import { paymentsDoor } from "./paymentsDoor.server.ts";

const toResponse = ({ status, type, body }: DoorAnswer) =>
  new Response(body, { status, headers: { "content-type": type } });

/** The webhook endpoints for outside services, below `/api/hooks`. */
export function hooks(services: Services): Hono {
  const door = createMetaDoor(services);
  const app = new Hono();
  app.get("/meta", (c) => toResponse(door.verify(new URL(c.req.url).searchParams)));
  app.post("/meta", async (c) => {
    const { headers } = c.req.raw;
    const signature = headers.get("x-hub-signature-256");
    const refusal = door.refusalOf({ signature, contentLength: Number(headers.get("content-length") ?? 0) });
    if (refusal) return toResponse(refusal);
    const place = inFlightLimit.enter();
    try {
      if (!place.take(maxBodyBytes)) return toResponse(notStored);
      const body = await readBody(c.req.raw, maxBodyBytes);
      return toResponse(body ? await door.receive(body, signature) : tooLarge);
    } finally {
      place.leave();
    }
  });
  app.route("/integrations", integrationsDoor(services));
  app.route("/payments", paymentsDoor(services));
  return app;
}
