import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { S3Config } from "#app/platform/config/s3Config.ts";
import { setUp } from "./setUp.ts";

/** How the bucket fails: it hangs, or it answers so many calls with 503. */
type Fault = { kind: "hangs" } | { kind: "503"; times: number };

/** A bucket of an S3-compatible service, in memory. Unsigned calls are refused. */
async function startBucket() {
  const files = new Map<string, Buffer>();
  const state: { fault: Fault | undefined; calls: number } = { fault: undefined, calls: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const key = request.url ?? "";
      const { fault } = state;
      state.calls += 1;
      if (fault?.kind === "hangs") return;
      if (fault && fault.times-- > 0) response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
      else if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) {
        response.writeHead(403).end();
      } else if (request.method === "PUT") {
        files.set(key, Buffer.concat(chunks));
        response.writeHead(200).end();
      } else if (request.method === "DELETE") {
        files.delete(key);
        response.writeHead(204).end();
      } else {
        const found = files.get(key);
        const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
        const part = start && end ? found?.subarray(Number(start), Number(end) + 1) : found;
        response.writeHead(part ? (start ? 206 : 200) : 404).end(part);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    files,
    state,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The settings of a process that stores its files there. */
export const bucketAt = ({ endpoint }: { endpoint: string }): S3Config => ({
  endpoint,
  bucket: "files",
  region: "us-east-1",
  accessKeyId: "key",
  secretAccessKey: "secret",
});

export const setUpBucket = () => setUp(startBucket, ({ close }) => close());
