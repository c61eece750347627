import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { z } from "zod";
import { plainIssues } from "#app/shared/plainIssues.ts";
import { readBody } from "#app/shared/readBody.ts";

const maxFormBytes = 1024 * 1024;
const maxFields = 1000;

/**
 * A field's name becomes a place in a tree: `buttons[2].text`. An index or a depth that no form of ours has would make
 * that tree larger than the memory.
 */
const fitsName = (name: string) =>
  name.length <= 100 &&
  !/\[\d{3,}\]|__proto__|constructor/.test(name) &&
  (name.match(/[.[]/g) ?? []).length <= 3;

const unreadable = () =>
  data("This form could not be read. Go back, reload the page and send it again.", { status: 400 });

/**
 * The fields of a posted form.
 * @throws a response for the error page: 413 beyond 1 MB, 400 for what none of our forms sends.
 */
export async function readForm(request: Request): Promise<FormData> {
  const body = await readBody(request, maxFormBytes);
  if (!body) throw data("The form is larger than 1 MB. Go back and send less at once.", { status: 413 });
  const form = await new Response(body, {
    headers: { "content-type": request.headers.get("content-type") ?? "" },
  })
    .formData()
    .catch(() => undefined);
  const names = [...(form?.keys() ?? [])];
  if (!form || names.length > maxFields || !names.every(fitsName) || !fitsIntent(form)) throw unreadable();
  return form;
}

/** Conform's own field: a row to add to a list of the form or to take away. */
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
  // A list that came as a single text could not take a row.
  return intent.success && !form.has(intent.data.payload.name);
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A posted form, checked. @throws as `readForm`. */
export async function readSubmission<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<Submission<z.input<Schema>, string[], z.output<Schema>>> {
  return parseForm(await readForm(request), schema);
}

/** The same for a form that was read before. */
export function parseForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
): Submission<z.input<Schema>, string[], z.output<Schema>> {
  return parseWithZod(form, { schema, error: plainIssues });
}
