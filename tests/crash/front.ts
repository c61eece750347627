import { readFileSync } from "node:fs";
import { request as forward, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTls } from "node:https";
import { createServer, type Socket } from "node:net";
import path from "node:path";
import { freePort } from "#tests/support/processes.ts";

const folder = path.join(import.meta.dirname, "..", "support", "loopbackTls");
/** For the loopback address only; clients trust it by `NODE_EXTRA_CA_CERTS`. */
export const certificateFile = path.join(folder, "certificate.pem");

export type Outage = "html-502" | "tls-reset";

/** A proxy before Meta: passes all requests on, and may have an outage of its own. */
export async function startFront(metaUrl: string) {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let outage: Outage | undefined;
  let refused = 0;
  const tls = createTls(
    { key: readFileSync(path.join(folder, "key.pem")), cert: readFileSync(certificateFile) },
    (request, response) => {
      if (outage === undefined) return passOn(metaUrl, request, response);
      refused += 1;
      request.resume();
      response.writeHead(502, { "content-type": "text/html" }).end("<html><h1>502 Bad Gateway</h1></html>");
    },
  );
  const front = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    if (outage !== "tls-reset") return void tls.emit("connection", socket);
    refused += 1;
    socket.once("data", () => socket.resetAndDestroy());
  });
  await new Promise<void>((resolve) => front.listen(port, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${port}`,
    begin(kind: Outage) {
      outage = kind;
      refused = 0;
      if (kind === "tls-reset") for (const socket of sockets) socket.resetAndDestroy();
    },
    /** Ends the outage and returns how many calls were tried in it. */
    end(): number {
      outage = undefined;
      return refused;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}

function passOn(metaUrl: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request;
  const onward = forward(`${metaUrl}${request.url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  request.pipe(onward);
}
