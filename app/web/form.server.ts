import type { Submission } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { z } from "zod";
import { type ApiClient, ApiError, type CallOutput } from "#app/api/client.server.ts";
import { plainIssues } from "#app/platform/forms/plainIssues.ts";
import { readBody } from "#app/platform/http/readBody.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { m } from "#messages";

const maxFormBytes = 1024 * 1024;
const maxFields = 1000;

/**
 * A field's name becomes a path in a tree: `buttons[2].text`. An index or a depth beyond our forms would
 * exhaust memory.
 */
const fitsName = (name: string) =>
  name.length <= 100 &&
  !/\[\d{3,}\]|__proto__|constructor/.test(name) &&
  (name.match(/\[/g) ?? []).length <= 2 &&
  (name.match(/[.[]/g) ?? []).length <= 4;

const unreadable = () => data(m.ui_form_unreadable(), { status: 400 });

/**
 * The fields of a posted form. @throws a response for the error page: 413 beyond 1 MB, 400 for what none of
 * our forms sends.
 */
export async function readForm(request: Request): Promise<FormData> {
  const body = await readBody(request, maxFormBytes);
  if (!body) throw data(m.ui_form_too_large({ size: megabytes(maxFormBytes) }), { status: 413 });
  const form = await new Response(body, {
    headers: { "content-type": request.headers.get("content-type") ?? "" },
  })
    .formData()
    .catch(() => undefined);
  if (!form) throw unreadable();
  return requireFit(form);
}

/** @throws a response for the error page: 400 for what none of our forms sends. */
function requireFit(form: FormData): FormData {
  const names = [...form.keys()];
  if (names.length > maxFields || !names.every(fitsName) || !fitsIntent(form)) throw unreadable();
  return form;
}

/**
 * The same for a form that may bring files: the API stores them, and their fields hold the ids. `refused`
 * gives the reason by field when a file was not accepted.
 */
export async function readFormWithFiles(
  request: Request,
  api: ApiClient,
): Promise<{ form: FormData; refused: Record<string, string> }> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data")) return { form: await readForm(request), refused: {} };
  const headers = new Headers({ "content-type": type });
  const length = request.headers.get("content-length");
  if (length !== null) headers.set("content-length", length);
  const init = { headers, ...(request.body ? { body: request.body } : {}) };
  const answer = await api.raw("POST /media/form", {}, init).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw data(error.message, { status: error.status });
  });
  const { fields, refused } = (await answer.json()) as CallOutput<"POST /media/form">;
  const form = new FormData();
  for (const [name, value] of fields) form.append(name ?? "", value ?? "");
  return { form: requireFit(form), refused };
}

/** Conform's own field: a row to add to or remove from a list of the form. */
const rowIntent = z.object({
  type: z.enum(["insert", "remove"]),
  payload: z.object({
    name: z.string().regex(/^\w+$/).refine(fitsName),
    index: z.number().int().min(0).max(99).optional(),
  }),
});

function fitsIntent(form: FormData): boolean {
  if (form.has("__state__")) return false;
  const [given, ...more] = form.getAll("__intent__");
  if (given === undefined) return true;
  if (more.length > 0 || typeof given !== "string" || given.length > 1000) return false;
  const intent = rowIntent.safeParse(parsedOrNull(given));
  // A single text instead of a list could not take a row.
  return intent.success && !form.has(intent.data.payload.name);
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A list of rows: `buttons[0].text`. A list of plain values may come as a single one. */
function isListOfRows(schema: unknown): boolean {
  if (schema instanceof z.ZodArray) return schema.element instanceof z.ZodObject;
  if (schema instanceof z.ZodPipe) return isListOfRows(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return isListOfRows(schema.unwrap());
  return false;
}

/** The names of a schema's lists of rows, which a page shows row by row. */
function listsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodPipe) return listsOf(schema.in);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(listsOf);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.keys(schema.shape).filter((name) => isListOfRows(schema.shape[name]));
}

/**
 * A posted form, validated. @throws a response for the error page: 400 for a text in place of a list.
 */
export function parseForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
): Submission<z.input<Schema>, string[], z.output<Schema>> {
  if (listsOf(schema).some((name) => form.has(name))) throw unreadable();
  return parseWithZod(form, { schema, error: plainIssues });
}
