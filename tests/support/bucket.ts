import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setUp } from "./setUp.ts";

/** A bucket of an S3-compatible service, in memory. Unsigned calls are refused. */
async function startBucket() {
  const files = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const key = request.url ?? "";
      if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) {
        response.writeHead(403).end();
      } else if (request.method === "PUT") {
        files.set(key, Buffer.concat(chunks));
        response.writeHead(200).end();
      } else if (request.method === "DELETE") {
        files.delete(key);
        response.writeHead(204).end();
      } else {
        const found = files.get(key);
        response.writeHead(found ? 200 : 404).end(found);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    files,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const setUpBucket = () => setUp(startBucket, ({ close }) => close());
