import type { Submission } from "@conform-to/dom";
import { type ActionFunctionArgs, type RouterContextProvider, redirect } from "react-router";
import { z } from "zod";
import { type ApiClient, ApiError } from "#app/api/client.server.ts";
import { m } from "#messages";
import { parseForm, readFormWithFiles } from "./form.server.ts";
import { apiContext } from "./platform.server.ts";
import { refuse } from "./submission.server.ts";
import { withToast } from "./toast.server.ts";

/** A valid form, with what its action works with. */
export interface PostedForm<Schema extends z.ZodType> {
  value: z.output<Schema>;
  /**
   * The valid fields as typed, without empty ones: for a call that parses with the same schema, so that values are
   * transformed once, by the API.
   */
  typed: Typed<z.input<Schema>>;
  submission: Submission<z.input<Schema>, string[], z.output<Schema>>;
  /** All fields as posted. */
  form: FormData;
  api: ApiClient;
  request: Request;
}

/** A form sends texts alone: a number as its digits, a ticked box as `on`. */
type Typed<Input> = {
  [Name in keyof Input]: NonNullable<Input[Name]> extends number | boolean
    ? string | Extract<Input[Name], undefined>
    : Input[Name];
};

interface Args extends Pick<ActionFunctionArgs, "request" | "params"> {
  context: Readonly<RouterContextProvider>;
}

/** A form that its schema or, with `error`, the API refused. */
interface RefusedForm {
  answer: ReturnType<typeof refuse>;
  error?: ApiError;
  form: FormData;
}

interface Options<Schema extends z.ZodType, Refused, RouteArgs> {
  /** The form's own text for an API error without one. */
  fallback?: (value: z.output<Schema>) => string;
  /** The response to a refused form, instead of `answer`, for a page that shows more, or has no place for errors. */
  refused?: (refusal: RefusedForm, args: RouteArgs) => Refused;
}

/**
 * The action of a form: schema errors and API refusals are returned with status 400, the typed values and the
 * reasons. Any other error goes to the error boundary. Files are stored, and their fields hold ids. A route with
 * parameters names its arguments: `async ({ value, api }, { params }: Route.ActionArgs) => …`.
 */
export function formAction<
  Schema extends z.ZodType,
  Answer,
  RouteArgs extends Args = Args,
  Refused = RefusedForm["answer"],
>(
  schema: Schema,
  run: (form: PostedForm<Schema>, args: RouteArgs) => Promise<Answer>,
  { fallback, refused }: Options<Schema, Refused, RouteArgs> = {},
) {
  const action = async (args: RouteArgs) => {
    const { request } = args;
    const api = args.context.get(apiContext);
    const { form, refused: files } = await readFormWithFiles(request, api);
    const respond = (answer: RefusedForm["answer"], error?: unknown) =>
      (refused?.({ answer, form, ...(error instanceof ApiError ? { error } : {}) }, args) ??
        answer) as Refused;
    const submission = parseForm(form, schema);
    if (submission.status !== "success" || Object.keys(files).length > 0)
      return respond(refuse(submission, undefined, undefined, files));
    try {
      const typed = submission.reply().initialValue as Typed<z.input<Schema>>;
      const answer = await run({ value: submission.value, typed, submission, form, api, request }, args);
      return api.replayed.length > 0 ? withNotice(answer) : answer;
    } catch (error) {
      return respond(refuse(submission, error, fallback?.(submission.value)), error);
    }
  };
  return Object.assign(action, { schema });
}

/** The redirect to what the same form created before; its toast says so. */
function withNotice<Answer>(answer: Answer): Answer {
  if (!(answer instanceof Response) || !answer.headers.has("location")) return answer;
  const headers = withToast({ kind: "info", text: m.ui_form_sent_before() }, answer.headers);
  return new Response(answer.body, { status: answer.status, headers }) as Answer;
}

/** The redirect after a successful form: to the screen `to`, with a toast. */
export const done = (to: string, text: string) =>
  redirect(to, { headers: withToast({ kind: "success", text }) });

/** The redirect after a refused form that has no place for its errors: to the screen `to`, with a toast. */
export const failed = (to: string, text: string) =>
  redirect(to, { headers: withToast({ kind: "error", text }) });

/** Whether the API refused with this code, or one of this family: `email_change.` */
export const isRefusal = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && (error.code === code || (code.endsWith(".") && error.code.startsWith(code)));

/** The schema of a form that only confirms. */
export const noFields = z.object({});
