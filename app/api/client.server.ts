import type { z } from "zod";
import { currentLocale } from "#app/platform/locale/locale.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import { m } from "#messages";
import type { ErrorBody } from "./app.server.ts";
import type { Contract } from "./contract.ts";
import { formHeader, replayedHeader } from "./formHeaders.ts";
import type { Serialized } from "./serialized.ts";

export type CallKey = keyof Contract;
export type CallInput<K extends CallKey> = z.input<Contract[K]["input"]>;
export type CallOutput<K extends CallKey> = Serialized<Awaited<ReturnType<Contract[K]["run"]>>>;

/** Sends a request to the API on behalf of a page: in-process dispatch or HTTP, chosen by server.ts. */
export type ApiFetch = (request: Request, page: Request) => Promise<Response>;

/** A refusal by the API, with the message for the user. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  /** The typed values, when only the API has read the form. */
  readonly typed: Record<string, string>;
  readonly requestId: string;
  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.name = "ApiError";
    this.status = status;
    this.code = body.code;
    this.fields = body.fields ?? {};
    this.typed = body.typed ?? {};
    this.requestId = body.requestId;
  }
}

/** The log line of a refused call: in English for operators, whatever the visitor's language. */
const logTexts: Record<number, string> = {
  401: "Unauthorized: Please log in.",
  403: "Forbidden: You do not have permission to access this resource.",
  404: "Not Found: The requested resource does not exist.",
  500: "Server Error: Something went wrong on the server.",
};

export interface ApiClient {
  /** Makes a call and parses the JSON response. @throws ApiError on any refusal. */
  <K extends CallKey>(key: K, input: CallInput<K>): Promise<CallOutput<K>>;
  /** Makes a call and returns the response: files and event streams. @throws ApiError on any refusal. */
  raw<K extends CallKey>(
    key: K,
    input: CallInput<K>,
    init?: { body?: BodyInit; headers?: HeadersInit },
  ): Promise<Response>;
  /** `Set-Cookie` values from the API; the root middleware passes them to the browser. */
  readonly cookies: string[];
  /** Calls that were answered before, since the form was sent twice. */
  readonly replayed: string[];
}

/** The client for one incoming request: it carries that request's cookie, address and id. */
export function createApiClient(
  apiFetch: ApiFetch,
  baseUrl: string,
  incoming: Request,
  log: Pick<Logger, "error" | "warn">,
): ApiClient {
  const taken = { cookies: [] as string[], replayed: [] as string[] };
  const requestId = incoming.headers.get("x-request-id") ?? "";

  async function send(
    key: string,
    input: Record<string, unknown>,
    init: { body?: BodyInit; headers?: HeadersInit } = {},
  ): Promise<Response> {
    let request: Request;
    try {
      request = buildRequest(baseUrl, key, input ?? {}, incoming, init);
    } catch (error) {
      log.error({ requestId, call: key, err: error }, "Request setup error:");
      throw error;
    }
    let response: Response;
    try {
      response = await apiFetch(request, incoming);
    } catch (error) {
      log.error({ requestId, call: key, err: error }, "No response received:");
      throw new ApiError(503, {
        message: m.errors_client_service_unreachable(),
        code: "api.unreachable",
        requestId,
      });
    }
    noteHeaders(response, key, taken);
    if (response.ok) return response;
    const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
    const message = body.message ?? m.errors_client_service_status({ status: response.status });
    const code = body.code ?? "api.error";
    const { status } = response;
    const answered = { requestId: body.requestId ?? requestId, call: key, status, code };
    // The message is in the visitor's language and may quote typed values; the code is neither.
    log[status < 500 ? "warn" : "error"](answered, logTexts[status] ?? `An error occurred: ${code}`);
    throw new ApiError(status, {
      message,
      code,
      requestId: answered.requestId,
      ...(body.fields ? { fields: body.fields } : {}),
      ...(body.typed ? { typed: body.typed } : {}),
    });
  }

  const call = async (key: string, input: Record<string, unknown>) => (await send(key, input)).json();
  const raw = async (...request: Parameters<typeof send>) => asOwnAnswer(await send(...request));
  return Object.assign(call, { raw, ...taken }) as unknown as ApiClient;
}

function noteHeaders(
  { headers }: Response,
  key: string,
  { cookies, replayed }: { cookies: string[]; replayed: string[] },
): void {
  cookies.push(...headers.getSetCookie());
  if (headers.has(replayedHeader)) replayed.push(key);
}

/**
 * The same response, still streaming, for another connection. Responses of `fetch` have immutable headers,
 * which describe its own connection and the compressed body.
 */
function asOwnAnswer({ body, status, headers: given }: Response): Response {
  const headers = new Headers(given);
  for (const name of ["connection", "keep-alive", "transfer-encoding"]) headers.delete(name);
  if (headers.has("content-encoding")) {
    headers.delete("content-encoding");
    headers.delete("content-length");
  }
  return new Response(body, { status, headers });
}

/** What the API reads of the visitor's request: session, address, language. */
const carried = [
  "cookie",
  "accept-language",
  "user-agent",
  "x-client-address",
  "x-request-id",
  "last-event-id",
];

function carryHeaders(incoming: Request, headers: Headers): void {
  for (const name of carried) {
    const value = incoming.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (incoming.method === "POST") headers.set(formHeader, "1");
}

function buildRequest(
  baseUrl: string,
  key: string,
  input: Record<string, unknown>,
  incoming: Request,
  init: { body?: BodyInit; headers?: HeadersInit },
): Request {
  const [method, template] = key.split(" ") as [string, string];
  const rest = { ...input };
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const url = new URL(`/api${path}`, baseUrl);
  const headers = new Headers(init.headers);
  carryHeaders(incoming, headers);
  // All parts of a page are in the page's language.
  headers.set("accept-language", currentLocale());
  // An API in another process sees the web tier's socket, and reads the visitor's address from here.
  const address = incoming.headers.get("x-client-address");
  if (address) headers.set("x-forwarded-for", address);
  // The web tier has checked the form's origin (app/web/csrf.server.ts).
  headers.set("sec-fetch-site", "same-origin");
  let body = init.body;
  if (method === "GET" || body !== undefined) {
    for (const [name, value] of Object.entries(rest)) {
      for (const item of Array.isArray(value) ? value : [value]) {
        if (item !== undefined && item !== null && item !== "") url.searchParams.append(name, String(item));
      }
    }
  } else {
    headers.set("content-type", "application/json");
    body = JSON.stringify(rest);
  }
  return new Request(url, {
    method,
    headers,
    signal: incoming.signal,
    ...(body === undefined ? {} : { body, duplex: "half" }),
  } as RequestInit);
}
