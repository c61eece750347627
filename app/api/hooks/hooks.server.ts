import { Hono } from "hono";
import { readBody } from "#app/shared/readBody.ts";
import type { Services } from "../context.ts";
import { createMetaDoor, type DoorAnswer, maxBodyBytes, tooLarge } from "./metaDoor.server.ts";

const toResponse = ({ status, type, body }: DoorAnswer) =>
  new Response(body, { status, headers: { "content-type": type } });

/** The doors that outside services knock at, below `/api/hooks`. */
export function hooks(services: Services): Hono {
  const door = createMetaDoor(services);
  const app = new Hono();
  app.get("/meta", (c) => toResponse(door.verify(new URL(c.req.url).searchParams)));
  app.post("/meta", async (c) => {
    const body = await readBody(c.req.raw, maxBodyBytes);
    return toResponse(
      body ? await door.receive(body, c.req.raw.headers.get("x-hub-signature-256")) : tooLarge,
    );
  });
  return app;
}
