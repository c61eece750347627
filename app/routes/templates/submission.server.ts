import { data, href, redirect } from "react-router";
import type { z } from "zod";
import { type ApiClient, ApiError, type CallOutput } from "#app/api/client.server.ts";
import { parseForm, readFormWithFiles } from "#app/web/form.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";

type Errors = Record<string, string[]>;

/** The shown form of a template: its values, its preview, and its errors. */
export interface FormView extends CallOutput<"POST /templates/check"> {
  errors: Errors;
  /** It was refused: from then on its errors are shown while they are corrected. */
  isChecked: boolean;
  /** Changes with each response that changed rows. */
  revision: string;
  /** Changes with each refusal; empty before the first. */
  refusal: string;
}

export async function viewOfForm(
  api: ApiClient,
  posted: object,
  {
    change = "",
    errors = {},
    isChecked = false,
    isRefused = false,
  }: { change?: string; errors?: Errors; isChecked?: boolean; isRefused?: boolean } = {},
): Promise<FormView> {
  const view = await api("POST /templates/check", { posted: { ...posted }, change });
  const once = (is: boolean) => (is ? crypto.randomUUID() : "");
  return { ...view, errors, isChecked, revision: once(change !== ""), refusal: once(isRefused) };
}

/**
 * Returns the form of a template: `submit` passes its values to the API, and then the template is shown. Not a
 * `formAction`: the page of a refused template shows its preview and problems, computed from all typed values.
 */
export async function answerTemplateForm<Schema extends z.ZodType>(
  request: Request,
  api: ApiClient,
  schema: Schema,
  submit: (content: z.output<Schema>) => Promise<{ id: string; status: string }>,
) {
  const { form, refused } = await readFormWithFiles(request, api);
  const submission = parseForm(form, schema);
  const ofFiles = Object.fromEntries(Object.entries(refused).map(([field, text]) => [field, [text]]));
  const found = errorsOf(submission);
  const change = String(form.get("change") ?? "");
  const wasChecked = form.get("checked") === "yes";
  // A row was added or removed, or the preview requested: nothing is refused yet.
  if (change !== "" || form.get("show") === "preview") {
    const errors = { ...(wasChecked ? found : {}), ...ofFiles };
    return { view: await viewOfForm(api, submission.payload, { change, errors, isChecked: wasChecked }) };
  }
  const refuse = async (errors: Errors, status = 400) =>
    data(
      { view: await viewOfForm(api, submission.payload, { errors, isChecked: true, isRefused: true }) },
      { status },
    );
  if (submission.status !== "success" || Object.keys(ofFiles).length > 0)
    return refuse({ ...found, ...ofFiles });
  try {
    const { id, status } = await submit(submission.value);
    const text =
      status === "DRAFT"
        ? m.templates_submission_waiting_done()
        : status === "PLATFORM_REVIEW"
          ? m.templates_submission_platform_done()
          : m.templates_submission_submitted_done();
    return redirect(href("/templates/:templateId", { templateId: id }), {
      headers: withToast({ kind: "success", text }),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse(errorsOfRefusal(error), error.status === 429 ? 429 : 400);
  }
}

/** The API's refusal, at its fields, or for the form as a whole. */
function errorsOfRefusal(error: ApiError): Errors {
  const tied = Object.entries(error.fields).map(([field, text]) => [field, text.split("\n")] as const);
  return tied.length > 0 ? Object.fromEntries(tied) : { "": [error.message] };
}

const errorsOf = (submission: ReturnType<typeof parseForm>): Errors =>
  Object.fromEntries(
    Object.entries(submission.reply().error ?? {}).flatMap(([field, texts]) =>
      texts ? [[field, texts]] : [],
    ),
  );
