import { Hono } from "hono";
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
    const body = await readBody(c.req.raw);
    return toResponse(
      body ? await door.receive(body, c.req.raw.headers.get("x-hub-signature-256")) : tooLarge,
    );
  });
  return app;
}

/** The exact bytes of the body, or null when there are too many. */
async function readBody(request: Request): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) return null;
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}
