import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import type { z } from "zod";
import { findOrgByKey } from "#app/domain/apiKeys/find.server.ts";
import { networkOf } from "#app/domain/rateLimits/network.ts";
import { takeFromLimit } from "#app/domain/rateLimits/take.server.ts";
import { subjectOf } from "#app/domain/users/limits.server.ts";
import { DomainError, statusOfKind } from "#app/shared/errors.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { plainIssues } from "#app/shared/plainIssues.ts";
import { readBody } from "#app/shared/readBody.ts";
import type { Services, SessionContext, VisitorContext } from "./context.ts";
import { contract } from "./contract.ts";
import type { Endpoint, Who } from "./endpoint.ts";
import { hooks } from "./hooks/hooks.server.ts";
import { refuseCrossSite } from "./sameOrigin.ts";
import { createSessionLookUp } from "./sessionLookUp.server.ts";

type AnyEndpoint = Endpoint<Who, z.ZodType, unknown>;

/** The answer to every refusal: `message` for people, `code` for programs, `fields` and what was `typed` for forms. */
export interface ErrorBody {
  message: string;
  code: string;
  fields?: Record<string, string>;
  typed?: Record<string, string>;
  requestId: string;
}

const maxJsonBytes = 1024 * 1024;

/** What an organisation's systems may call with its API key, all calls together (spec section 9). */
const keyLimit = { max: 1000, windowSeconds: 60 };

/** `page`: the screen's request that a call of this process is made for. */
interface ApiBindings {
  Bindings: { page?: Request };
}

/** The contract as an HTTP application below `/api`. One instance a process; server.ts and the in-process client share it. */
export function createApi(services: Services): Hono<ApiBindings> {
  const app = new Hono<ApiBindings>().basePath("/api");
  const sessionOf = createSessionLookUp(services);
  app.route("/hooks", hooks(services));
  for (const [key, endpoint] of Object.entries(contract) as [string, AnyEndpoint][]) {
    const definition = { ...endpoint, key };
    const [method, path] = key.split(" ") as [string, string];
    app.on(method, path, (c) => {
      const session = () => sessionOf(c.req.raw, c.env?.page);
      return answer(services, definition, c.req.raw, c.req.param(), session);
    });
  }
  app.all("*", (c) => {
    const requestId = requestIdOf(c.req.raw);
    return errorResponse(
      new DomainError("not_found", "api.no_such_call", `There is no ${c.req.method} ${c.req.path}.`),
      requestId,
    );
  });
  app.onError((error, c) => errorResponse(error, requestIdOf(c.req.raw), services));
  return app;
}

const requestIdOf = (request: Request) => request.headers.get("x-request-id") ?? randomUUID();

async function answer(
  services: Services,
  definition: AnyEndpoint & { key: string },
  request: Request,
  params: Record<string, string>,
  findSession: () => Promise<SessionContext | undefined>,
): Promise<Response> {
  const requestId = requestIdOf(request);
  const cookies: string[] = [];
  try {
    if (request.method !== "GET") refuseCrossSite(request, services.config.appUrl);
    const byKey = definition.who === "key";
    const session = byKey ? undefined : await findSession();
    const orgId = byKey ? await orgOfKey(services, request) : session?.orgId;
    const ctx: VisitorContext = {
      ...services,
      caller: {
        requestId,
        // Set by server.ts from the socket or the trusted proxy; a client's own header never gets here.
        ipAddress: request.headers.get("x-client-address") ?? "unknown",
        userAgent: (request.headers.get("user-agent") ?? "").slice(0, 400),
      },
      session,
      setCookie: (value) => cookies.push(value),
    };
    admit(definition.who, session, services.config.demo);
    if (definition.limit) {
      const subject = subjectOf(services, session?.userId ?? networkOf(ctx.caller.ipAddress));
      // By the call and not by the path, which can be spelt in many ways.
      await takeFromLimit(services, `${definition.key}:${subject}`, definition.limit);
    }
    const input = await readInput(definition, request, params);
    const call = orgId ? { ...ctx, orgId } : ctx;
    const result = await definition.run({ ctx: call as never, input, request });
    const response =
      result instanceof Response
        ? result
        : Response.json(result ?? {}, { headers: { "cache-control": "no-store" } });
    return withCookies(response, cookies, requestId);
  } catch (error) {
    const refusal = errorResponse(error, requestId, services);
    if (definition.who === "key" && refusal.status === 401) refusal.headers.set("www-authenticate", "Bearer");
    return withCookies(refusal, cookies, requestId);
  }
}

function admit(who: Who, session: SessionContext | undefined, demo: boolean): void {
  if (who === "anyone" || who === "key") return;
  if (!session) throw new DomainError("unauthenticated", "auth.required", "Please sign in.");
  if (who === "user") return;
  const forbidden = () => new DomainError("forbidden", "auth.forbidden", "Your role does not allow this.");
  if (who === "staff") {
    if (session.usertype !== "admin") throw forbidden();
    if (!session.hasSecondFactor && !demo) {
      throw new DomainError(
        "forbidden",
        "auth.second_factor_required",
        "Administrators need a second factor. Set up an authenticator app first.",
      );
    }
    return;
  }
  if (!session.orgId) throw forbidden();
  if (who === "manager" && session.memberRole === "agent") throw forbidden();
}

/** @throws DomainError `auth.key_required` when the request bears no key that is in force, `rate_limit.exceeded`. */
async function orgOfKey(services: Services, request: Request): Promise<OrgId> {
  const key = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const orgId = key && (await findOrgByKey(services, key));
  if (!orgId)
    throw new DomainError(
      "unauthenticated",
      "auth.key_required",
      "The API key is missing or not in force. Send the one of the developers’ page as “Authorization: Bearer <key>”.",
    );
  await takeFromLimit(services, `api-key:${orgId}`, keyLimit);
  return orgId;
}

async function readInput(
  definition: AnyEndpoint,
  request: Request,
  params: Record<string, string>,
): Promise<unknown> {
  const url = new URL(request.url);
  const raw: Record<string, unknown> = {};
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name);
    raw[name] = values.length > 1 ? values : values[0];
  }
  const isJson = /^application\/json\b/i.test(request.headers.get("content-type") ?? "");
  if (request.method !== "GET" && isJson) Object.assign(raw, await readJson(request));
  Object.assign(raw, params);
  if (!isStorable(raw))
    throw new DomainError(
      "invalid",
      "request.unreadable_text",
      "The text holds a character that can't be stored. Type it anew instead of pasting it.",
    );
  const parsed = definition.input.safeParse(raw, { error: plainIssues });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join(".") || "form"] ??= issue.message;
  throw new DomainError(
    "invalid",
    "request.invalid",
    Object.values(fields)[0] ?? "The request is not valid.",
    { fields },
  );
}

const maxDepth = 10;

/** PostgreSQL stores no NUL and no half of a surrogate pair. What no call needs so deep is refused with them. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return !value.includes("\u0000") && value.isWellFormed();
  if (value === null || typeof value !== "object") return true;
  if (depth === maxDepth) return false;
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner, depth + 1));
}

async function readJson(request: Request): Promise<Record<string, unknown>> {
  const body = await readBody(request, maxJsonBytes);
  if (!body)
    throw new DomainError(
      "too_large",
      "request.too_large",
      "The request is larger than 1 MB. Send less at once.",
    );
  const text = body.toString();
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === "object" && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Falls through to the refusal below.
  }
  throw new DomainError("invalid", "request.malformed_json", "The body is not a JSON object.");
}

/** An answer of ours, not yet sent, so that its headers can still be set. */
function withCookies(response: Response, cookies: string[], requestId: string): Response {
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  response.headers.set("x-request-id", requestId);
  return response;
}

/** The one mapper from errors to HTTP answers of the API. The unexpected is logged with the request id and hidden. */
export function errorResponse(error: unknown, requestId: string, services?: Services): Response {
  const body: ErrorBody = {
    message: "Something went wrong on our side. Please try again.",
    code: "server.unexpected",
    requestId,
  };
  let status = 500;
  const headers = new Headers({ "cache-control": "no-store" });
  if (error instanceof DomainError) {
    status = statusOfKind[error.kind];
    body.message = error.message;
    body.code = error.code;
    if (error.fields) body.fields = error.fields;
    if (error.typed) body.typed = error.typed;
    if (error.retryAfterSeconds) headers.set("retry-after", String(error.retryAfterSeconds));
    if (error.cause) services?.log.warn({ err: error.cause, code: error.code, requestId }, "refused");
  } else if (services) {
    services.log.error({ err: error, requestId }, "unexpected error in the API");
  }
  return Response.json(body, { status, headers });
}
