import type { z } from "zod";
import { withoutPeople, withoutValues } from "#app/platform/describeError.ts";
import { currentLocale } from "#app/platform/locale.ts";
import type { Serialized } from "#app/platform/serialized.ts";
import { m } from "#messages";
import type { ErrorBody } from "./app.server.ts";
import type { Contract } from "./contract.ts";

export type CallKey = keyof Contract;
export type CallInput<K extends CallKey> = z.input<Contract[K]["input"]>;
export type CallOutput<K extends CallKey> = Serialized<Awaited<ReturnType<Contract[K]["run"]>>>;

/** Sends a request to the API for the page that is asked for: in-process dispatch or HTTP, chosen by server.ts. */
export type ApiFetch = (request: Request, page: Request) => Promise<Response>;

/** A refusal by the API, with the message for the user. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  /** What was typed, where the API alone has read the form. */
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

/** What the console says of a refused call. */
const consoleTexts: Record<number, string> = {
  get 401() {
    return m.errors_unauthorized_please_log_in();
  },
  get 403() {
    return m.errors_forbidden_you_do_not_have_permission();
  },
  get 404() {
    return m.errors_not_found_the_requested_resource_does();
  },
  get 500() {
    return m.errors_server_error_something_went_wrong_on();
  },
};

export interface ApiClient {
  /** Makes a call and reads the JSON answer. @throws ApiError on any refusal. */
  <K extends CallKey>(key: K, input: CallInput<K>): Promise<CallOutput<K>>;
  /** Makes a call and passes the answer on: files and event streams. @throws ApiError on any refusal. */
  raw<K extends CallKey>(
    key: K,
    input: CallInput<K>,
    init?: { body?: BodyInit; headers?: HeadersInit },
  ): Promise<Response>;
  /** `Set-Cookie` values that the API gave; the root middleware hands them to the browser. */
  readonly cookies: string[];
}

/** The client for one incoming request: it carries that request's cookie, address and id. */
export function createApiClient(
  apiFetch: ApiFetch,
  baseUrl: string,
  incoming: Request,
  console: Pick<Console, "error">,
): ApiClient {
  const cookies: string[] = [];

  async function send(
    key: string,
    input: Record<string, unknown>,
    init: { body?: BodyInit; headers?: HeadersInit } = {},
  ): Promise<Response> {
    let request: Request;
    try {
      request = buildRequest(baseUrl, key, input ?? {}, incoming, init);
    } catch (error) {
      console.error("Request setup error:", withoutValues(error));
      throw error;
    }
    let response: Response;
    try {
      response = await apiFetch(request, incoming);
    } catch (error) {
      console.error("No response received:", withoutValues(error));
      throw new ApiError(503, {
        message: m.errors_the_service_does_not_answer_please(),
        code: "api.unreachable",
        requestId: incoming.headers.get("x-request-id") ?? "",
      });
    }
    cookies.push(...response.headers.getSetCookie());
    if (response.ok) return response;
    const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
    const message = body.message ?? m.errors_the_service_answered({ status: response.status });
    const code = body.code ?? "api.error";
    console.error(consoleTexts[response.status] ?? `An error occurred: ${withoutPeople(message)}`);
    throw new ApiError(response.status, {
      message,
      code,
      requestId: body.requestId ?? "",
      ...(body.fields ? { fields: body.fields } : {}),
      ...(body.typed ? { typed: body.typed } : {}),
    });
  }

  const call = async (key: string, input: Record<string, unknown>) => (await send(key, input)).json();
  const raw = async (...request: Parameters<typeof send>) => asOwnAnswer(await send(...request));
  return Object.assign(call, { raw, cookies }) as unknown as ApiClient;
}

/**
 * The same answer, still streaming, for another connection. What `fetch` answers has headers that nobody may change, and
 * they speak of its own connection and of the body as it was before `fetch` unpacked it.
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

/** What the API reads of the visitor's own request: who asks, from where, in which language. */
const carried = [
  "cookie",
  "accept-language",
  "user-agent",
  "x-client-address",
  "x-request-id",
  "last-event-id",
];

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
  for (const name of carried) {
    const value = incoming.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  // What a page is made of is in the language of the page.
  headers.set("accept-language", currentLocale());
  // An API in another process sees the web tier's socket, and reads the visitor's address from here.
  const address = incoming.headers.get("x-client-address");
  if (address) headers.set("x-forwarded-for", address);
  // The web tier has checked where the form came from (app/web/csrf.server.ts).
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
