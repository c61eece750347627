import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import type { z } from "zod";
import { apiError } from "#app/api/errors.ts";
import type { Database } from "#app/db/client.server.ts";
import { sharedReads } from "#app/db/sharedReads.server.ts";
import { countHit } from "#app/domain/accounts/rateLimits/countHit.server.ts";
import { subjectOf } from "#app/domain/accounts/rateLimits/limits.server.ts";
import { networkOf } from "#app/domain/accounts/rateLimits/network.ts";
import { suspended, suspends } from "#app/domain/accounts/suspensions.server.ts";
import {
  orgContext,
  type Services,
  type SessionContext,
  type VisitorContext,
} from "#app/platform/context.ts";
import { DomainError, statusOfKind } from "#app/platform/errors.ts";
import { plainIssues } from "#app/platform/forms/plainIssues.ts";
import { isStaff } from "#app/platform/roles/accountKinds.ts";
import { type Act, callerOf, may } from "#app/platform/roles/acts.server.ts";
import { m } from "#messages";
import { browserOf } from "./browserTokens.ts";
import { orRetryLater } from "./busy.ts";
import { contract } from "./contract.ts";
import type { Endpoint } from "./endpoint.ts";
import { formHeader, replayedHeader } from "./formHeaders.ts";
import { hooks } from "./hooks/hooks.server.ts";
import { isStorable, readJson } from "./json.ts";
import { inMatchOrder } from "./matchOrder.ts";
import { createNoteRefused, type NoteRefused } from "./noteRefused.server.ts";
import { forgetUndone, runFormOnce } from "./once.server.ts";
import { refuseCrossSite } from "./sameOrigin.ts";
import { createSessionLookUp } from "./sessionLookUp.server.ts";
import { refuseInSupportView } from "./supportView.ts";
import { createV1 } from "./v1/app.server.ts";

type AnyEndpoint = Endpoint<Act, z.ZodType, unknown>;

/**
 * The response to every refusal: `message` for people, `code` for programs, `fields` and the `typed` values
 * for forms.
 */
export interface ErrorBody {
  message: string;
  code: string;
  fields?: Record<string, string>;
  typed?: Record<string, string>;
  requestId: string;
}

/** `page`: the screen's request for which a call of this process is made. */
interface ApiBindings {
  Bindings: { page?: Request };
}

/** The contract as an HTTP application below `/api`. One instance a process; server.ts and the in-process client share it. */
export function createApi(services: Services): Hono<ApiBindings> {
  const app = new Hono<ApiBindings>().basePath("/api");
  const sessionOf = createSessionLookUp(services);
  const readsOf = createPageReads(services);
  app.route("/hooks", hooks(services));
  const noteRefused = createNoteRefused(services);
  app.route("/v1", createV1(services, noteRefused));
  for (const [key, endpoint] of inMatchOrder(contract) as [string, AnyEndpoint][]) {
    const definition = { ...endpoint, key };
    const [method, path] = key.split(" ") as [string, string];
    app.on(method, path, (c) => {
      const isRead = definition.reads ?? (method === "GET" && !definition.writes);
      const db = isRead ? readsOf(c.env?.page ?? c.req.raw) : services.db;
      const session = () => sessionOf(c.req.raw, c.env?.page);
      return answer({ services, db, noteRefused }, definition, c.req.raw, c.req.param(), session);
    });
  }
  app.all("*", (c) => {
    const requestId = requestIdOf(c.req.raw);
    return errorResponse(
      apiError("api.no_such_call", { values: { method: c.req.method, path: c.req.path } }),
      requestId,
    );
  });
  app.onError((error, c) => errorResponse(error, requestIdOf(c.req.raw), services));
  return app;
}

/** The read calls of one page share their transactions. */
function createPageReads(services: Services) {
  const ofPages = new WeakMap<Request, Database>();
  return (page: Request): Database => {
    const known = ofPages.get(page) ?? sharedReads(services.db);
    ofPages.set(page, known);
    return known;
  };
}

const requestIdOf = (request: Request) => request.headers.get("x-request-id") ?? randomUUID();

async function answer(
  { services, db, noteRefused }: { services: Services; db: Database; noteRefused: NoteRefused },
  definition: AnyEndpoint & { key: string },
  request: Request,
  params: Record<string, string>,
  findSession: () => Promise<SessionContext | undefined>,
): Promise<Response> {
  const requestId = requestIdOf(request);
  const browser = browserOf(request, services.config);
  let session: SessionContext | undefined;
  try {
    if (request.method !== "GET") refuseCrossSite(request, services.config.appUrl);
    session = await findSession();
    const orgId = session?.orgId;
    const ctx: VisitorContext = {
      ...services,
      db,
      caller: {
        requestId,
        // Set by server.ts from the socket or the trusted proxy; a client's own header never gets here.
        ipAddress: request.headers.get("x-client-address") ?? "unknown",
        userAgent: (request.headers.get("user-agent") ?? "").slice(0, 400),
      },
      session,
    };
    admit(definition, session, services.config.demo);
    if (definition.limit) {
      const subject = subjectOf(services, session?.userId ?? networkOf(ctx.caller.ipAddress));
      // By the call and not by the path, which can be spelt in many ways.
      await countHit(services, `${definition.key}:${subject}`, definition.limit);
    }
    const input = await readInput(definition, request, params);
    const { partnerId } = session ?? {};
    const call = { ...ctx, ...(orgId && { orgId }), ...(partnerId && { partnerId }) };
    const org = session && orgId ? orgContext({ ...ctx, session, orgId }) : undefined;
    const run = (onceKey: string) =>
      definition.run({ ctx: call as never, org: org as never, input, request, browser, onceKey });
    const response = await runAsForm(services, { definition, request, session, input, run });
    if (session) await forgetUndone(services, session, definition.key, params);
    return withCookies(response, browser.cookies, requestId);
  } catch (error) {
    noteRefused({ error, request, call: definition.key, requestId, session });
    return withCookies(errorResponse(error, requestId, services), browser.cookies, requestId);
  }
}

/** Runs a call; one that creates an object, and that a form sends twice, returns its first answer. */
async function runAsForm(
  services: Services,
  call: {
    definition: AnyEndpoint & { key: string };
    request: Request;
    session: SessionContext | undefined;
    input: unknown;
    run: (onceKey: string) => Promise<unknown>;
  },
): Promise<Response> {
  const { definition, request, session, run } = call;
  if (!definition.creates || !session?.orgId || !request.headers.has(formHeader))
    return responseOf(await run(randomUUID()));
  const { orgId, userId } = session;
  const form = { orgId, userId, call: definition.key, input: call.input as object };
  const { body, isReplayed } = await runFormOnce(services, form, run);
  const headers = new Headers({ "cache-control": "no-store", "content-type": "application/json" });
  if (isReplayed) headers.set(replayedHeader, "true");
  return new Response(body, { headers });
}

const responseOf = (result: unknown): Response =>
  result instanceof Response
    ? result
    : Response.json(result ?? {}, { headers: { "cache-control": "no-store" } });

/** Whether the call is open to the session. What an organisation owes and pays stays open when its sign-in is suspended. */
function admit(
  { key, act }: AnyEndpoint & { key: string },
  session: SessionContext | undefined,
  demo: boolean,
): void {
  if (session?.support) refuseInSupportView(act, key, session.support);
  const caller = callerOf(act);
  if (caller === "anyone") return;
  if (!session) throw apiError("auth.required");
  const belongs = { user: true, staff: isStaff(session), partner: session.partnerId, member: session.orgId };
  if (!belongs[caller]) throw apiError("auth.forbidden");
  if (caller === "staff" && !session.hasSecondFactor && !demo) throw apiError("auth.second_factor_required");
  if (
    caller === "member" &&
    session.suspension &&
    suspends(session.suspension, "sign_in") &&
    !act.startsWith("money.")
  )
    throw suspended(m.errors_suspended_everything_but_billing(), session.suspension);
  if (!may(session, act)) throw apiError("auth.forbidden");
}

async function readInput(
  definition: AnyEndpoint,
  request: Request,
  params: Record<string, string>,
): Promise<unknown> {
  const hasQuery = request.method === "GET" || definition.takesFile;
  const fields = hasQuery ? readQuery(request) : await readFields(request);
  const raw: Record<string, unknown> = { ...fields, ...params };
  if (!isStorable(raw)) throw apiError("request.unreadable_text");
  const parsed = definition.input.safeParse(raw, { error: plainIssues });
  if (parsed.success) return parsed.data;
  const refused: Record<string, string> = {};
  for (const issue of parsed.error.issues) refused[issue.path.join(".") || "form"] ??= issue.message;
  throw apiError("request.invalid", {
    values: { said: Object.values(refused)[0] ?? m.errors_api_request_invalid() },
    fields: refused,
  });
}

/** A name that comes more than once is a list. */
function readQuery(request: Request): Record<string, unknown> {
  const { searchParams } = new URL(request.url);
  const names = [...new Set(searchParams.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

const readFields = (request: Request) =>
  /^application\/json\b/i.test(request.headers.get("content-type") ?? "") ? readJson(request) : {};

/** Our own unsent response, so that its headers can still be set. */
function withCookies(response: Response, cookies: string[], requestId: string): Response {
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  response.headers.set("x-request-id", requestId);
  return response;
}

/**
 * The one mapper from errors to HTTP responses of the API. Unexpected errors are logged with the request id
 * and hidden.
 */
export function errorResponse(thrown: unknown, requestId: string, services?: Services): Response {
  const error = orRetryLater(thrown);
  const body: ErrorBody = {
    message: m.errors_api_unexpected(),
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
