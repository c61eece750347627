import { ErrorSummary } from "#app/ui/form.tsx";
import { refusalTitle } from "#app/ui/refusalTitle.ts";
import { Toasts } from "#app/ui/toast.tsx";
import { type FormResult, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";

/** The form's errors: above it, and as a toast when the server refused the whole form. */
export function FormErrors({
  result,
  code,
  title,
}: {
  result: FormResult;
  /** Of the refusal, when the API refused. */
  code?: string | undefined;
  title?: string;
}) {
  const problems = problemsOf(result);
  const firstOfEach = problems.filter((one, at) => problems.findIndex(({ id }) => id === one.id) === at);
  const ofForm = problems.find(({ id }) => id === undefined);
  const heading = problems.some(({ id }) => id) ? m.auth_form_errors_heading() : refusalTitle(code);
  return (
    <>
      <ErrorSummary title={title ?? heading} errors={firstOfEach} />
      {ofForm && <Toasts toast={{ kind: "error", text: ofForm.text }} />}
    </>
  );
}
