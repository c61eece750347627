import { z } from "zod";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import type { V1Call } from "./call.ts";
import { commonCodes, statusOf } from "./catalogue.ts";
import { v1 } from "./contract.ts";
import { errorBody } from "./errors.ts";
import { callWords, groupWords } from "./words.ts";

export type Json = Record<string, unknown>;

export const calls = Object.entries(v1 as unknown as Record<string, V1Call>).map(([key, call]) => {
  const [method, path] = key.split(" ") as [string, string];
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  return { key, id: call.id, method, path, call, parameters };
});

export type DocumentedCall = (typeof calls)[number];

/** Whether the fields that aren't in the path are in the query. */
export const hasQuery = (method: string) => method === "GET" || method === "DELETE";

const bodyCodes = ["request.malformed_json", "request.not_json", "request.too_large"];
const onceCodes = ["idempotency.bad_key", "idempotency.key_reused", "idempotency.in_flight"];

/** What a call may return besides the codes of any call: those of the way it is made, then its own. */
export const ownCodesOf = ({ method, call }: DocumentedCall): string[] => [
  ...(call.inTestMode ? [] : ["key.test_mode"]),
  ...(hasQuery(method) || call.takesFile ? [] : bodyCodes),
  ...(method === "GET" ? [] : onceCodes),
  ...call.errors,
];

/**
 * A schema as JSON; the named schemas it refers to are added to `named`. Date patterns are noise, and an
 * object that may get more fields later must not forbid them.
 */
export function schemaOf(type: z.ZodType, io: "input" | "output", named: Record<string, Json>): Json {
  // Wrapped, a named schema becomes a reference like those within it.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ type }), {
    io,
    reused: "inline",
    target: "draft-2020-12",
    override({ jsonSchema }) {
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      if (io === "output") delete jsonSchema.additionalProperties;
      delete jsonSchema.id;
    },
  }) as unknown as { properties: { type: Json }; $defs?: Record<string, Json> };
  Object.assign(named, withReferences($defs));
  return withReferences(properties.type) as Json;
}

function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) =>
      name === "$ref"
        ? [name, String(inner).replace("#/$defs/", "#/components/schemas/")]
        : [name, withReferences(inner)],
    ),
  );
}

const bytes = { type: "string", format: "binary" };
const json = (schema: Json) => ({ "application/json": { schema } });

function bodyOf(call: V1Call, input: Json & { properties: Record<string, Json> }, own: string[]): Json {
  const schema = {
    type: "object",
    properties: {
      ...Object.fromEntries(own.map((name) => [name, input.properties[name]])),
      ...(call.takesFile ? { file: bytes } : {}),
    },
    required: [...(input.required as string[]), ...(call.takesFile ? ["file"] : [])],
    additionalProperties: false,
  };
  return { required: true, content: call.takesFile ? { "multipart/form-data": { schema } } : json(schema) };
}

function operationOf(each: DocumentedCall, named: Record<string, Json>): Json {
  const { id, method, call, parameters } = each;
  const input = schemaOf(call.input, "input", named) as Json & { properties: Record<string, Json> };
  const required = (input.required ?? []) as string[];
  const inQuery = hasQuery(method);
  const own = Object.keys(input.properties).filter((name) => !parameters.includes(name));
  const place = (name: string, where: "path" | "query") => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    schema: input.properties[name],
  });
  const output = schemaOf(call.output, "output", named);
  const refusals = new Set([...commonCodes, ...ownCodesOf(each)].map((code) => String(statusOf(code))));
  return {
    operationId: id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: callWords[id].title,
    description: callWords[id].description,
    tags: [groupWords[call.group]],
    security: [{ key: [] }],
    parameters: [
      ...parameters.map((name) => place(name, "path")),
      ...(method === "GET" ? [] : [{ $ref: "#/components/parameters/IdempotencyKey" }]),
      ...(inQuery ? own.map((name) => place(name, "query")) : []),
    ],
    ...(inQuery || (own.length === 0 && !call.takesFile)
      ? {}
      : {
          requestBody: bodyOf(
            call,
            { ...input, required: required.filter((name) => own.includes(name)) },
            own,
          ),
        }),
    responses: {
      [call.status ?? 200]: {
        description: callWords[id].title,
        content: call.answersFile ? { "application/octet-stream": { schema: bytes } } : json(output),
      },
      ...Object.fromEntries(
        [...refusals].map((status) => [
          status,
          { description: "Refused", content: json({ $ref: "#/components/schemas/Error" }) },
        ]),
      ),
    },
  };
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 255 },
  description:
    "Repeated with the same key within seven days, the request is answered as before and does nothing twice.",
};

/** The OpenAPI 3.1 document of the public API in English, generated from its contract. */
export const openapiDocument = (appUrl: string): Json => withLocale("en", () => documentOf(appUrl));

function documentOf(appUrl: string): Json {
  const paths: Record<string, Json> = {};
  const schemas: Record<string, Json> = {};
  for (const each of calls) {
    const path = `/api${each.path.replace(/:(\w+)/g, "{$1}")}`;
    paths[path] = { ...paths[path], [each.method.toLowerCase()]: operationOf(each, schemas) };
  }
  schemaOf(errorBody, "output", schemas);
  return {
    openapi: "3.1.0",
    info: { title: "Tarishi API", version: "1" },
    servers: [{ url: appUrl }],
    paths,
    components: {
      schemas,
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
    },
  };
}
