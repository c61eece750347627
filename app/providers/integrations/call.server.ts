import { Agent } from "undici";
import { guardedLookup, refusalOfUrl } from "#app/providers/webhooks/guard.server.ts";

const connectMs = 5000;
const answerMs = 10_000;
const mostBytes = 4 * 1024 * 1024;

/** The service was not reached, or reported that it is down: a retry may help. */
export class ServiceUnreachable extends Error {
  override name = "ServiceUnreachable";
  readonly origin: string;
  /** Its response; undefined without one. */
  readonly status: number | undefined;
  constructor({ origin, status, cause }: { origin: string; status?: number; cause?: unknown }) {
    super(status === undefined ? `${origin} does not answer.` : `${origin} answered ${status}.`, { cause });
    this.origin = origin;
    this.status = status;
  }
}

/** The service refused the call. `status` 401 concerns the access, everything else the call itself. */
export class ServiceRefused extends Error {
  override name = "ServiceRefused";
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface ServiceCall {
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  token?: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
}

const agents = new Map<boolean, Agent>();

/** A sandbox may call its simulators; everything else goes to public addresses only, resolved once. */
function agentFor(allowLoopback: boolean): Agent {
  const known = agents.get(allowLoopback);
  if (known) return known;
  const agent = new Agent({
    connect: { timeout: connectMs, lookup: guardedLookup({ allowLoopback }) as never },
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
    keepAliveTimeout: 4000,
  });
  agents.set(allowLoopback, agent);
  return agent;
}

/** Calls a service and returns its JSON. @throws ServiceUnreachable, ServiceRefused */
export async function callService(
  url: string,
  call: ServiceCall,
  { allowLoopback }: { allowLoopback: boolean },
): Promise<Record<string, unknown>> {
  const refusal = refusalOfUrl(url, { allowLoopback });
  if (refusal) throw new ServiceRefused(400, "address", refusal);
  const { origin, pathname, search } = new URL(url);
  const body = bodyOf(call);
  let status: number;
  let text: string;
  try {
    const answer = await agentFor(allowLoopback).request({
      origin,
      path: pathname + search,
      method: call.method ?? (body ? "POST" : "GET"),
      headers: headersOf(call),
      body,
      signal: AbortSignal.timeout(answerMs),
    });
    status = answer.statusCode;
    text = await textOf(answer.body);
  } catch (error) {
    throw new ServiceUnreachable({ origin, cause: error });
  }
  if (status === 429 || status >= 500) throw new ServiceUnreachable({ origin, status });
  const answered = jsonOf(text);
  if (status >= 300) throw refusedBy(status, answered);
  return answered;
}

function bodyOf({ form, json }: ServiceCall): string | null {
  if (form) return new URLSearchParams(form).toString();
  return json === undefined ? null : JSON.stringify(json);
}

const headersOf = ({ token, headers, json, form }: ServiceCall) => ({
  accept: "application/json",
  "user-agent": "Tarishi/1",
  ...(json ? { "content-type": "application/json" } : {}),
  ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
  ...(token ? { authorization: `Bearer ${token}` } : {}),
  ...headers,
});

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new Error("The answer is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString().replaceAll("\0", "").toWellFormed();
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return { list: value };
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/**
 * The services' errors in one shape: OAuth's `error`, HubSpot's and Google's `message`, Shopify's `errors`.
 */
export function refusedBy(status: number, answer: Record<string, unknown>): ServiceRefused {
  const { error, message, errors, error_description: description, list } = answer;
  const inner = (typeof error === "object" && error ? error : (list as unknown[])?.[0]) as
    | { message?: string; errorCode?: string; status?: string }
    | undefined;
  const code = typeof error === "string" ? error : (inner?.errorCode ?? inner?.status ?? "refused");
  const said = description ?? inner?.message ?? message ?? (typeof errors === "string" ? errors : code);
  return new ServiceRefused(status, code, String(said).slice(0, 300));
}
