import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { catalogue, commonCodes, statusOf } from "#app/api/v1/catalogue.ts";
import {
  type DocumentedCall,
  hasQuery,
  type Json,
  openapiDocument,
  ownCodesOf,
} from "#app/api/v1/openapi.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { idFieldsOf, shapeOf } from "./idFields.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";

const appUrl = "http://localhost:4000";

export const takesJson = ({ method, call }: DocumentedCall) => !hasQuery(method) && !call.takesFile;

/** Every code that a call declares. */
export const declaredCodesOf = (each: DocumentedCall): string[] => [...commonCodes, ...ownCodesOf(each)];

export const newKey = (org: TestOrg, options: Partial<Parameters<typeof createKey>[0]["input"]> = {}) =>
  createKey({
    ctx: org.ctx,
    input: { name: "Shop", mode: "live", scopes: [everything], expiresAt: null, ...options },
  });

interface Sent {
  key?: string | undefined;
  input?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Sent as it is, instead of the fields. */
  body?: string | FormData | undefined;
  /** Another process of the platform than the usual one. */
  api?: Pick<TestPlatform["api"], "fetch">;
}

/** The fields as a form with a good file. */
export function formOf(
  fields: Record<string, unknown>,
  file = new File(["Bei ya leo"], "prices.txt"),
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set("file", file);
  return form;
}

function requestOf(each: DocumentedCall, { key, input = {}, headers = {}, body }: Sent): Request {
  const fields = { ...input };
  const path = each.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields[name] ?? "nowhere";
    delete fields[name];
    return encodeURIComponent(String(value));
  });
  const query = hasQuery(each.method) ? new URLSearchParams(fields as Record<string, string>).toString() : "";
  const json: Record<string, string> = takesJson(each) ? { "content-type": "application/json" } : {};
  return new Request(`${appUrl}/api${path}${query && `?${query}`}`, {
    method: each.method,
    headers: { ...(key ? { authorization: `Bearer ${key}` } : {}), ...json, ...headers },
    ...(hasQuery(each.method)
      ? {}
      : { body: body ?? (each.call.takesFile ? formOf(fields) : JSON.stringify(fields)) }),
  });
}

/** Calls the public API as a program does. Every refusal is checked against the contract, and remembered by call. */
export function createPublicCaller(platform: TestPlatform) {
  const seen = new Map<string, Set<string>>();
  async function ask(each: DocumentedCall, sent: Sent) {
    const response = await (sent.api ?? platform.api).fetch(requestOf(each, sent));
    const text = await response.text();
    const isJson = response.headers.get("content-type") === "application/json";
    const body = isJson ? JSON.parse(text) : text;
    const { status, headers } = response;
    if (status >= 400) {
      requireDeclared(each, status, body);
      seen.set(each.key, (seen.get(each.key) ?? new Set()).add(body.code));
    }
    return { status, headers, text, body };
  }
  return { ask, seen };
}

/** A refusal has the one shape, a status that fits its code, and a code that the call declares. */
function requireDeclared(each: DocumentedCall, status: number, body: { code: string }): void {
  expect(body, each.key).toEqual({
    type: `${appUrl}/developers/docs/errors/${body.code}`,
    code: body.code,
    message: expect.stringMatching(/\S/),
    param: "param" in body && body.param !== null ? expect.any(String) : null,
    request_id: expect.stringMatching(/\S/),
  });
  expect(Object.keys(catalogue), `${each.key} returns ${body.code}`).toContain(body.code);
  expect(status, body.code).toBe(statusOf(body.code));
  expect(declaredCodesOf(each), `${each.key} returns ${JSON.stringify(body)}`).toContain(body.code);
}

/** A value that a schema takes, by its words in the document. */
function sampleValue(schema: Json): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.format === "date-time") return "2026-11-20T09:00:00Z";
  if (schema.type === "boolean") return false;
  return schema.type === "integer" || schema.type === "number" ? (schema.minimum ?? 1) : "Sample";
}

/**
 * Fields that a call takes: its example, or what its schema asks for; a list is read by all its filters at once. Ids come
 * from `objects`, by the name of the field or of its noun.
 */
export function sampleOf(each: DocumentedCall, objects: Record<string, string>): Record<string, unknown> {
  const operation = operationOf(each);
  const inQuery = (operation.parameters as Json[]).filter((field) => field.in === "query");
  const fields = Object.fromEntries(
    inQuery
      .filter(({ name }) => name !== "cursor")
      .map(({ name, schema }) => [String(name), sampleValue(schema as Json)]),
  );
  const sample = { ...fields, ...each.call.example };
  const ids = idFieldsOf(each.call.input);
  for (const [name, { noun }] of ids)
    if (each.parameters.includes(name) || name in sample)
      sample[name] = objects[name] ?? objects[`${noun}Id`] ?? "nowhere";
  return sample;
}

const document = openapiDocument(appUrl) as { paths: Record<string, Record<string, Json>> };
const operationOf = ({ method, path }: DocumentedCall): Json =>
  document.paths[`/api${path.replace(/:(\w+)/g, "{$1}")}`]![method.toLowerCase()]!;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, "api");

const inPointer = (part: string) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));

/** What is wrong with an answer by the document that clients are generated from. */
export function faultsOf(each: DocumentedCall, status: number, body: unknown): unknown[] {
  const path = `/api${each.path.replace(/:(\w+)/g, "{$1}")}`;
  const place = ["paths", path, each.method.toLowerCase(), "responses", String(status), "content"];
  const pointer = [...place, "application/json", "schema"].map(inPointer).join("/");
  const validate = ajv.compile({ $ref: `api#/${pointer}` });
  return validate(body) ? [] : (validate.errors ?? []);
}

/** The fields that stand in the body or the query. */
export const fieldsOf = (each: DocumentedCall): string[] =>
  Object.keys(shapeOf(each.call.input)).filter((name) => !each.parameters.includes(name));
