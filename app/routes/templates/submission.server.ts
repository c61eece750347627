import type { SubmissionResult } from "@conform-to/react";
import { href, redirect } from "react-router";
import type { z } from "zod";
import { parseForm, readForm } from "#app/web/form.server.ts";
import { refuse } from "#app/web/submission.server.ts";
import { withToast } from "#app/web/toast.server.ts";

/** Answers the form of a template: `submit` hands what it holds to the API, and then the template is shown. */
export async function answerTemplateForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  submit: (content: z.output<Schema>) => Promise<{ id: string; status: string }>,
) {
  const form = await readForm(request);
  const submission = parseForm(form, schema);
  // A row was added or taken away, or the preview was asked for, without script: nothing is checked yet.
  if (submission.status === undefined || form.get("show") === "preview")
    return { result: withoutErrors(submission.reply()) };
  if (submission.status !== "success") return refuse(submission);
  try {
    const { id, status } = await submit(submission.value);
    const text =
      status === "DRAFT"
        ? "Meta did not answer yet. We keep trying and tell you."
        : "Submitted to Meta for review. We tell you the result.";
    return redirect(href("/templates/:templateId", { templateId: id }), {
      headers: withToast({ kind: "success", text }),
    });
  } catch (error) {
    return refuse(submission, error);
  }
}

function withoutErrors({ error: _, ...result }: SubmissionResult<string[]>): SubmissionResult<string[]> {
  return result;
}
