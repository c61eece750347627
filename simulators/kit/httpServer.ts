import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SimulatorRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  authorization: string | undefined;
  contentType: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface SimulatorReply {
  status: number;
  body: string;
  contentType?: string;
  /** The redirect's target. */
  location?: string;
  /** Cuts the connection instead of responding. */
  destroy?: boolean;
}

export interface RunningServer {
  /** Base address without a trailing slash. */
  url: string;
  port: number;
  close(): Promise<void>;
}

export const json = (status: number, body: unknown): SimulatorReply => ({
  status,
  body: JSON.stringify(body),
  contentType: "application/json",
});

const bodyMaxBytes = 1024 * 1024;

/** A loopback HTTP server for a simulator. Rejects when the port is taken; what `answer` throws becomes a 500 and is logged. */
export async function startHttpServer(options: {
  port: number;
  host: string;
  answer(request: SimulatorRequest): Promise<SimulatorReply>;
  failed(error: unknown): SimulatorReply;
}): Promise<RunningServer> {
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    void readBody(request)
      .then((body) => options.answer(readRequest(request, body)))
      .catch((error: unknown) => options.failed(error))
      .then((reply) => send(response, reply));
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(options.port, options.host, listening);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${options.host}:${port}`,
    port,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyMaxBytes) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function readRequest(request: IncomingMessage, body: string): SimulatorRequest {
  const [path = "/", query = ""] = (request.url ?? "/").split("?", 2);
  return {
    method: request.method ?? "GET",
    path,
    query: new URLSearchParams(query),
    authorization: request.headers.authorization,
    contentType: request.headers["content-type"] ?? "",
    headers: request.headers,
    body,
  };
}

function send(response: ServerResponse, reply: SimulatorReply): void {
  if (reply.destroy) {
    response.destroy();
    return;
  }
  response.writeHead(reply.status, {
    "content-type": reply.contentType ?? "text/plain; charset=utf-8",
    ...(reply.location ? { location: reply.location } : {}),
  });
  response.end(reply.body);
}
