import { ErrorSummary } from "#app/ui/form.tsx";
import { refusalTitle } from "#app/ui/refusalTitle.ts";
import { Toasts } from "#app/ui/toast.tsx";
import { m } from "#messages";

interface FieldState {
  id: string;
  errors: string[] | undefined;
}

/** The form's errors: above it, and as a toast when the server refused the whole form. */
export function FormErrors({
  form,
  fields,
  code,
  title,
}: {
  form: string[] | undefined;
  fields: FieldState[];
  /** Of the refusal, when the API refused. */
  code?: string | undefined;
  title?: string;
}) {
  const ofFields = fields.flatMap(({ id, errors }) =>
    (errors ?? []).slice(0, 1).map((text) => ({ id, text })),
  );
  const ofForm = [...new Set(form ?? [])].map((text) => ({ text }));
  const heading = ofFields.length > 0 ? m.auth_please_check_the_form() : refusalTitle(code);
  return (
    <>
      <ErrorSummary title={title ?? heading} errors={[...ofForm, ...ofFields]} />
      {ofForm[0] && <Toasts toast={{ kind: "error", text: ofForm[0].text }} />}
    </>
  );
}
