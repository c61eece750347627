import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";

type Answer = (request: Request) => Response | Promise<Response>;

/** A port on loopback that a simulator can post to before the platform behind it exists. */
export async function startReachable() {
  let answer: Answer = () => new Response(null, { status: 503 });
  const http = createServer(getRequestListener((request) => answer(request)));
  await new Promise<void>((listening) => http.listen(0, "127.0.0.1", listening));
  return {
    port: (http.address() as AddressInfo).port,
    serve(by: Answer) {
      answer = by;
    },
    async close() {
      const closed = new Promise((done) => http.close(done));
      http.closeAllConnections();
      await closed;
    },
  };
}
