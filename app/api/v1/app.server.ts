import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { Hono } from "hono";
import { apiError } from "#app/api/errors.ts";
import { countHit } from "#app/domain/accounts/rateLimits/countHit.server.ts";
import { saveSentForm } from "#app/domain/messaging/media/saveSentForm.server.ts";
import type { OnceCall } from "#app/domain/organisations/apiCalls/answers.server.ts";
import { logCall } from "#app/domain/organisations/apiCalls/log.server.ts";
import type { FoundKey } from "#app/domain/organisations/apiKeys/find.server.ts";
import { allows } from "#app/domain/organisations/apiKeys/words.ts";
import type { Services } from "#app/platform/context.ts";
import type { UploadedFile } from "#app/platform/files/saveUpload.server.ts";
import { plainIssues } from "#app/platform/forms/plainIssues.ts";
import { readBody } from "#app/platform/http/readBody.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { inWorkspace } from "#app/providers/storage/workspace.server.ts";
import { replayedHeader } from "../formHeaders.ts";
import { isStorable, readJson } from "../json.ts";
import { inMatchOrder } from "../matchOrder.ts";
import type { NoteRefused } from "../noteRefused.server.ts";
import { runOnce } from "../once.server.ts";
import { uploadOf } from "../uploadOf.ts";
import { admit } from "./admit.server.ts";
import { answerFile } from "./answerFile.ts";
import { FileAnswer, type KeyContext, type V1Call } from "./call.ts";
import { v1 } from "./contract.ts";
import { refusalOf } from "./errors.ts";
import { uploadsAMinute } from "./limits.ts";
import { hasQuery } from "./openapi.ts";

/** File calls among the calls of a minute. */

type ApiServices = Services & { noteRefused: NoteRefused };

/** The known facts of one request in flight. */
interface ApiRequest {
  request: Request;
  params: Record<string, string>;
  path: string;
  requestId: string;
  headers: Headers;
  key?: FoundKey;
  body?: unknown;
}

/**
 * The public API as an HTTP application, below `/api/v1`, on its own connections: screens never wait for it.
 */
export function createV1(platform: Services, noteRefused: NoteRefused): Hono {
  const services = { ...platform, db: platform.db.for("api"), noteRefused };
  const app = new Hono();
  for (const [key, definition] of inMatchOrder(v1) as [string, V1Call][]) {
    const [method, path] = key.split(" ") as [string, string];
    app.on(method, path.replace(/^\/v1/, ""), ({ req }) => {
      const apiRequest = apiRequestOf(req.raw, req.param());
      return answer(services, apiRequest, () => take(services, definition, apiRequest));
    });
  }
  app.all("*", (c) => {
    const apiRequest = apiRequestOf(c.req.raw, {});
    return answer(services, apiRequest, async () => {
      await admit(services, apiRequest);
      throw apiError("request.no_such_call", { values: { method: c.req.method, path: apiRequest.path } });
    });
  });
  return app;
}

function apiRequestOf(request: Request, params: Record<string, string>): ApiRequest {
  const requestId = request.headers.get("x-request-id") ?? randomUUID();
  const headers = new Headers({ "cache-control": "no-store", "x-request-id": requestId });
  return { request, params, path: new URL(request.url).pathname, requestId, headers };
}

interface Answer {
  status: number;
  body: string | FileAnswer;
}

/** Always in English, for programs and developers. */
const answer = (services: ApiServices, apiRequest: ApiRequest, work: () => Promise<Answer>) =>
  withLocale("en", () => answerInEnglish(services, apiRequest, work));

/** Runs the call, shapes its response for the API, and logs it. */
async function answerInEnglish(
  services: ApiServices,
  apiRequest: ApiRequest,
  work: () => Promise<Answer>,
): Promise<Response> {
  const start = performance.now();
  let errorCode: string | null = null;
  let result: Answer;
  try {
    result = await work();
  } catch (error) {
    services.noteRefused({
      ...apiRequest,
      error,
      call: `${apiRequest.request.method} ${apiRequest.path}`,
      session: apiRequest.key,
    });
    const { status, body, retryAfterSeconds } = refusalOf(services, error, apiRequest.requestId);
    errorCode = body.code;
    if (status === 401) apiRequest.headers.set("www-authenticate", "Bearer");
    if (retryAfterSeconds) apiRequest.headers.set("retry-after", String(retryAfterSeconds));
    result = { status, body: JSON.stringify(body) };
  }
  if (apiRequest.key)
    log(services, apiRequest, apiRequest.key, result.status, errorCode, performance.now() - start);
  if (result.body instanceof FileAnswer) return answerFile(result.body, apiRequest.headers);
  apiRequest.headers.set("content-type", "application/json");
  return new Response(result.body, { status: result.status, headers: apiRequest.headers });
}

function log(
  services: Services,
  apiRequest: ApiRequest,
  key: FoundKey,
  status: number,
  errorCode: string | null,
  tookMs: number,
): void {
  const { request, requestId, path, body } = apiRequest;
  logCall(services, {
    ...key,
    requestId,
    method: request.method,
    path,
    status,
    errorCode,
    durationMs: Math.round(tookMs),
    body,
    ipAddress: request.headers.get("x-client-address") ?? "unknown",
    userAgent: (request.headers.get("user-agent") ?? "").slice(0, 400),
  });
}

/** The pipeline of a call: authenticate, authorize, validate, deduplicate, run. */
async function take(services: Services, definition: V1Call, apiRequest: ApiRequest): Promise<Answer> {
  const key = await admit(services, apiRequest);
  if (!allows(key.scopes, definition.scope))
    throw apiError("key.scope_missing", { values: { scope: definition.scope } });
  if (key.mode === "test" && !definition.inTestMode) throw apiError("key.test_mode");
  if (!definition.takesFile)
    return takeOnce(services, definition, apiRequest, {
      key,
      input: await readInput(definition, apiRequest),
    });
  return inWorkspace(services.config, async (folder) => {
    const { file, fields } = await readUpload(services, apiRequest, { key, folder });
    const input = checked(definition, apiRequest, fields);
    return takeOnce(services, definition, apiRequest, { key, input, file });
  });
}

/** The input of a valid call. */
interface Taken {
  key: FoundKey;
  input: Record<string, unknown>;
  file?: UploadedFile;
}

async function takeOnce(
  services: Services,
  definition: V1Call,
  apiRequest: ApiRequest,
  taken: Taken,
): Promise<Answer> {
  const once = onceOf(apiRequest, taken.key);
  if (!once) return perform(services, definition, apiRequest, { ...taken, once });
  const { isReplayed, ...answer } = await runOnce(services, once, () =>
    perform(services, definition, apiRequest, { ...taken, once }),
  );
  if (isReplayed) apiRequest.headers.set(replayedHeader, "true");
  return answer;
}

async function perform(
  services: Services,
  definition: V1Call,
  apiRequest: ApiRequest,
  { key, input, file, once }: Taken & { once: OnceCall | undefined },
): Promise<Answer> {
  const { headers } = apiRequest.request;
  const ctx: KeyContext = {
    ...services,
    orgId: key.orgId,
    mode: key.mode,
    onceKey: once?.key ?? randomUUID(),
    isFirst: once === undefined,
    requestId: apiRequest.requestId,
    actor: {
      kind: "key",
      keyId: key.keyId,
      ipAddress: headers.get("x-client-address") ?? "unknown",
      userAgent: (headers.get("user-agent") ?? "").slice(0, 400),
    },
  };
  const own = key.mode === "test" ? definition.inTestMode : undefined;
  const range = headers.get("range");
  const result = await (typeof own === "function" ? own : definition.run)({ ctx, input, file, range });
  if (result instanceof FileAnswer) return { status: 200, body: result };
  // Only fields of the contract are returned.
  return { status: definition.status ?? 200, body: JSON.stringify(definition.output.parse(result)) };
}

async function readInput(definition: V1Call, apiRequest: ApiRequest): Promise<Record<string, unknown>> {
  const { request } = apiRequest;
  const fields = hasQuery(request.method)
    ? Object.fromEntries(new URL(request.url).searchParams)
    : await readBodyFields(request);
  apiRequest.body = fields;
  return checked(definition, apiRequest, fields);
}

/** The form of an upload, with its file in `folder`. */
async function readUpload(
  services: Services,
  apiRequest: ApiRequest,
  { key, folder }: { key: FoundKey; folder: string },
) {
  await countHit(services, `api-upload:${key.orgId}`, { max: uploadsAMinute, windowSeconds: 60 });
  const { file, fields } = await saveSentForm(uploadOf(apiRequest.request), folder);
  const hash = createHash("sha256");
  await pipeline(createReadStream(file.path), hash);
  apiRequest.body = {
    ...fields,
    file: { file_name: file.fileName, bytes: file.bytes, sha256: hash.digest("hex") },
  };
  return { file, fields };
}

/** @throws DomainError `request.invalid`, `request.unreadable_text` */
function checked(
  definition: V1Call,
  { params }: ApiRequest,
  fields: Record<string, unknown>,
): Record<string, unknown> {
  if (!isStorable(fields) || !isStorable(params)) throw apiError("request.unreadable_text:by_api");
  const parsed = definition.input.strict().safeParse({ ...fields, ...params }, { error: plainIssues });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const unknown = issue.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const param = [...issue.path, ...(unknown === undefined ? [] : [unknown])].join(".");
  const message = unknown === undefined ? issue.message : `There is no field ${param} here.`;
  throw apiError("request.invalid", { values: { said: message }, ...(param && { field: param }) });
}

async function readBodyFields(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get("content-type");
  const isEmpty = request.headers.get("content-length") === "0" || request.body === null;
  if (isEmpty) return {};
  if (!/^application\/json\b/i.test(type ?? "")) {
    // Over HTTP even a request without a body has an empty one, as from curl without data.
    if ((await readBody(request, 0))?.length === 0) return {};
    throw apiError("request.not_json");
  }
  return readJson(request);
}

/** @throws DomainError `idempotency.bad_key` */
function onceOf({ request, path, body }: ApiRequest, key: FoundKey): OnceCall | undefined {
  const given = request.headers.get("idempotency-key");
  if (given === null || request.method === "GET") return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(given)) throw apiError("idempotency.bad_key");
  const { search } = new URL(request.url);
  const { orgId, mode } = key;
  const call = { method: request.method, path: path + search, body: JSON.stringify(body) };
  return { orgId, mode, key: given, verbKey: given, ...call };
}
