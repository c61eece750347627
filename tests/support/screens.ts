import type { RouterContextProvider } from "react-router";
import type { ApiFetch } from "#app/api/client.server.ts";
import { apiContext, createLoadContext, type Platform } from "#app/web/platform.server.ts";
import type { TestPlatform } from "./platform.ts";

/** A screen's context from server.ts, with this platform's API. `apiFetch` may be replaced. */
export function platformOf({ services, api }: TestPlatform, apiFetch?: ApiFetch): Platform {
  const { config } = services;
  return {
    apiFetch: apiFetch ?? (async (request) => api.fetch(request)),
    apiBaseUrl: "http://localhost:4000",
    config: { ...config, sandbox: config.meta.simulated, meta: config.meta },
    log: { warn: () => undefined, error: (details: unknown, text?: unknown) => console.error(text, details) },
    nonce: "nonce",
    noteRefused: () => undefined,
    requestId: "request",
  };
}

/** A form as a browser posts it to `path`. */
export function formRequest(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { "sec-fetch-site": "same-origin" },
): Request {
  const body = new URLSearchParams(fields);
  return new Request(new URL(path, "http://localhost:4000"), {
    method: "POST",
    headers: {
      "x-client-address": "10.0.0.1",
      "content-length": String(body.toString().length),
      ...headers,
    },
    body,
  });
}

type Action = (args: {
  request: Request;
  context: Readonly<RouterContextProvider>;
  params: Record<string, string>;
}) => Promise<unknown>;

/** An action's result: its redirect, its cookies, or its errors. */
export async function postForm(
  platform: TestPlatform,
  action: unknown,
  request: Request,
  apiFetch?: ApiFetch,
): Promise<{
  status: number;
  location: string | null;
  cookies: string[];
  errors: Record<string, string[]>;
  payload: Record<string, unknown>;
}> {
  const context = createLoadContext(platformOf(platform, apiFetch), request);
  const answer = await (action as Action)({ request, context, params: {} });
  if (answer instanceof Response) {
    const cookies = [...answer.headers.getSetCookie(), ...context.get(apiContext).cookies].map(
      decodeURIComponent,
    );
    return {
      status: answer.status,
      location: answer.headers.get("location"),
      cookies,
      errors: {},
      payload: {},
    };
  }
  const { data, init } = answer as {
    data: { result?: { error?: Record<string, string[]>; initialValue?: Record<string, unknown> } };
    init?: { status?: number };
  };
  return {
    status: init?.status ?? 200,
    location: null,
    cookies: [],
    errors: data.result?.error ?? {},
    payload: data.result?.initialValue ?? {},
  };
}

type Loader = (args: {
  request: Request;
  context: Readonly<RouterContextProvider>;
  params: Record<string, string>;
}) => Promise<unknown>;

/** The loader data of this member's screen. */
export async function openScreen<Drawn extends object = Record<string, unknown>>(
  platform: TestPlatform,
  loader: unknown,
  path: string,
  { cookie }: { cookie: string },
  params: Record<string, string> = {},
): Promise<Drawn> {
  const request = new Request(new URL(path, "http://localhost:4000"), { headers: { cookie } });
  const context = createLoadContext(platformOf(platform), request);
  const drawn = (await (loader as Loader)({ request, context, params })) as Drawn | { data: Drawn };
  return "data" in drawn ? drawn.data : drawn;
}
