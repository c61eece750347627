import { maxJsonBytes } from "#app/api/json.ts";
import { callsAMinute } from "./admit.server.ts";
import { catalogue, statusOf } from "./catalogue.ts";
import { examplesOf } from "./examples.ts";
import { calls, type DocumentedCall, type Json, ownCodesOf, schemaOf } from "./openapi.ts";
import { maxPageSize } from "./paging.ts";
import { callWords, groupWords } from "./words.ts";

/** A field as its page shows it. */
export interface DocumentedField {
  name: string;
  type: string;
  required: boolean;
  description: string;
}

/** The type of a field as text; references by name. */
function typeOf(schema: Json): string {
  if (typeof schema.$ref === "string") return schema.$ref.split("/").at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((word) => JSON.stringify(word)).join(" | ");
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return choices.map(typeOf).join(" | ");
  if (schema.type === "array") return `${typeOf(schema.items as Json)}[]`;
  return Array.isArray(schema.type) ? schema.type.join(" | ") : String(schema.type ?? "any");
}

function fieldsOf(schema: Json): DocumentedField[] {
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, field]) => ({
    name,
    type: typeOf(field),
    required: required.includes(name),
    description: String(field.description ?? ""),
  }));
}

const fileField: DocumentedField = {
  name: "file",
  type: "file",
  required: true,
  description: "The file, as a part of a multipart form.",
};

/** The output of a call: its own fields, or those of its object. */
function answerOf(each: DocumentedCall): { name: string | null; fields: DocumentedField[] } {
  if (each.call.answersFile) return { name: "the bytes of the file, with its Content-Type", fields: [] };
  const named: Record<string, Json> = {};
  const schema = schemaOf(each.call.output, "output", named);
  const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1)! : null;
  return { name, fields: fieldsOf(name === null ? schema : named[name]!) };
}

/** A call of the API with everything that its page shows. */
const pageOfCall = (each: DocumentedCall, appUrl: string) => ({
  ...summaryOf(each),
  description: callWords[each.id].description,
  scope: each.call.scope,
  inTestMode: each.call.inTestMode !== undefined,
  status: each.call.status ?? 200,
  fields: [...fieldsOf(schemaOf(each.call.input, "input", {})), ...(each.call.takesFile ? [fileField] : [])],
  answer: answerOf(each),
  errors: ownCodesOf(each),
  examples: examplesOf(each, appUrl),
});

const summaryOf = (each: DocumentedCall) => ({
  key: each.key,
  id: each.id,
  method: each.method,
  path: `/api${each.path}`,
  group: groupWords[each.call.group],
  title: callWords[each.id].title,
});

/** Every call and every error, in the order of the documentation. */
export const documentation = () => ({
  calls: calls.map(summaryOf),
  limits: { callsAMinute, bodyBytes: maxJsonBytes, onPage: maxPageSize },
  errors: Object.entries(catalogue).map(([code, { what, todo }]) => ({
    code,
    status: statusOf(code)!,
    what: what(),
    todo: todo(),
  })),
});

/** One call; undefined when the id is unknown. */
export function documentedCall(id: string, appUrl: string) {
  const found = calls.find((each) => each.id === id);
  return found && pageOfCall(found, appUrl);
}
