import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isObject, type JsonObject } from "../kit/json.ts";
import { answerControl } from "./controlRoutes.ts";
import type { GraphCall, Handled } from "./graphCall.ts";
import { invalidParameter } from "./graphError.ts";
import { answerGraph } from "./graphRoutes.ts";
import { newTraceId } from "./ids.ts";
import { linesWith } from "./ledger.ts";
import { downloadMedia } from "./mediaRoutes.ts";
import { type GraphSimulatorOptions, resolveOptions } from "./options.ts";
import { htmlReply, jsonReply, type Reply } from "./reply.ts";
import { answerSignup, showSignup } from "./signupRoutes.ts";
import { Simulator } from "./simulator.ts";

const BODY_MAX_BYTES = 4 * 1024 * 1024;
/** Documents of 100 MB, and the rest of their form. */
const MEDIA_MAX_BYTES = 101 * 1024 * 1024;
const VERSION = /^v\d+\.\d+$/;

export interface RunningGraphSimulator {
  /** Base address without a trailing slash: `GRAPH_API_URL`. */
  url: string;
  port: number;
  appId: string;
  appSecret: string;
  close(): Promise<void>;
}

/**
 * Starts a simulator of `graph.facebook.com` with Meta's hosted signup dialog at `/embedded-signup` and a
 * control surface under `/_sim/` (facts/whatsapp-cloud-api.md §14). Rejects when the port is taken or the
 * state file cannot be read.
 */
export async function startGraphSimulator(options: GraphSimulatorOptions): Promise<RunningGraphSimulator> {
  const resolved = resolveOptions(options);
  const simulator = new Simulator(resolved);
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    receive(simulator, request, response);
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(resolved.port, resolved.host, listening);
  });
  simulator.restore();
  const { port } = server.address() as AddressInfo;
  const { appId, appSecret } = simulator.state.app;
  return {
    url: `http://${resolved.host}:${port}`,
    port,
    appId,
    appSecret,
    close: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
      await simulator.close();
    },
  };
}

function receive(simulator: Simulator, request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const isFile = /\/media(\?|$)|\/upload:/.test(request.url ?? "");
  const maxBytes = isFile ? MEDIA_MAX_BYTES : BODY_MAX_BYTES;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
  });
  request.on("end", () => {
    const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    const call = readCall(simulator, request, bytes);
    if (call.path[0] === "_sim" && call.path[1] === "ledger") void streamLedger(call, response);
    else
      respond(
        call,
        response,
        size > maxBytes ? invalidParameter("The request body is too large.") : answer(call),
      );
  });
}

function readCall(simulator: Simulator, request: IncomingMessage, bytes: Buffer): GraphCall {
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  const path = (mark === -1 ? url : url.slice(0, mark)).split("/").filter((segment) => segment !== "");
  const version = VERSION.test(path[0] ?? "") ? (path.shift() as string) : simulator.options.defaultVersion;
  const query = new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1));
  const authorization = request.headers.authorization;
  const contentType = request.headers["content-type"] ?? "";
  const body = readBody(contentType, bytes);
  const bodyToken = typeof body.access_token === "string" ? body.access_token : undefined;
  return {
    simulator,
    method: request.method ?? "GET",
    path,
    version,
    query,
    body,
    contentType,
    bytes,
    fileOffset: Number(request.headers.file_offset ?? 0),
    bearer: /^(bearer|oauth) /i.test(authorization ?? "")
      ? authorization?.slice(authorization.indexOf(" ")).trim()
      : (query.get("access_token") ?? bodyToken),
    baseUrl: `http://${request.headers.host ?? "localhost"}`,
  };
}

/** Graph accepts JSON and forms; other bodies count as empty. */
function readBody(contentType: string, bytes: Buffer): JsonObject {
  if (bytes.length === 0 || /^(multipart|image|audio|video|application\/pdf)/.test(contentType)) return {};
  const text = bytes.toString();
  if (contentType.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function answer(call: GraphCall): Handled {
  const first = call.path[0];
  try {
    if (first === "_sim") return answerControl(call);
    if (first === "_media") return downloadMedia(call);
    if (first === "embedded-signup") {
      if (call.method === "GET") return showSignup(call);
      return call.method === "POST" ? answerSignup(call) : htmlReply(405, "");
    }
    return answerGraph(call);
  } catch (error) {
    return failure(call, error);
  }
}

/** A fault of the simulator itself, never of the caller. */
function failure(call: GraphCall, error: unknown): Reply {
  call.simulator.options.log("simulator failed", {
    path: call.path.join("/"),
    error: error instanceof Error ? error.stack : String(error),
  });
  return jsonReply(500, {
    error: {
      message: "The simulator failed; see its log.",
      type: "OAuthException",
      code: 1,
      fbtrace_id: newTraceId(),
    },
  });
}

function respond(call: GraphCall, response: ServerResponse, handled: Handled): void {
  if (!(handled instanceof Promise)) {
    write(call, response, handled);
    return;
  }
  handled.then(
    (reply) => write(call, response, reply),
    (error: unknown) => write(call, response, failure(call, error)),
  );
}

function write(call: GraphCall, response: ServerResponse, reply: Reply): void {
  const { clock } = call.simulator.options;
  if (call.path[0] !== "_sim") {
    call.simulator.requests.add({
      atMs: clock.now(),
      method: call.method,
      path: `/${call.version}/${call.path.join("/")}`,
      status: reply.status,
      errorCode: reply.errorCode,
    });
  }
  if (reply.delayMs !== undefined) {
    const { delayMs: _, ...later } = reply;
    clock.setTimeout(() => send(call, response, later), reply.delayMs);
  } else {
    send(call, response, reply);
  }
}

function send(call: GraphCall, response: ServerResponse, reply: Reply): void {
  if (reply.destroy) {
    response.destroy();
    return;
  }
  response.writeHead(reply.status, {
    "content-type": reply.contentType,
    "content-length": Buffer.byteLength(reply.body),
    "facebook-api-version": call.version,
    ...reply.headers,
  });
  response.end(reply.body);
}

async function streamLedger(call: GraphCall, response: ServerResponse): Promise<void> {
  const phoneNumberId = call.query.get("phoneNumberId");
  const blocks = call.simulator.ledger.read();
  const lines =
    phoneNumberId === null ? blocks : linesWith(blocks, `"phoneNumberId":${JSON.stringify(phoneNumberId)}`);
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  try {
    await pipeline(Readable.from(lines), response);
  } catch (error) {
    call.simulator.options.log("ledger reader left", { error: String(error) });
  }
}
