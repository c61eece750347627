import { ErrorSummary } from "#app/ui/form.tsx";
import { Toasts } from "#app/ui/toast.tsx";

interface FieldState {
  id: string;
  errors: string[] | undefined;
}

/** What is wrong with the form: above it, and as a toast where the server refused the whole of it. */
export function FormErrors({
  form,
  fields,
  title = "Please check the form",
}: {
  form: string[] | undefined;
  fields: FieldState[];
  title?: string;
}) {
  const ofFields = fields.flatMap(({ id, errors }) =>
    (errors ?? []).slice(0, 1).map((text) => ({ id, text })),
  );
  const ofForm = [...new Set(form ?? [])].map((text) => ({ text }));
  return (
    <>
      <ErrorSummary title={title} errors={[...ofForm, ...ofFields]} />
      {ofForm[0] && <Toasts toast={{ kind: "error", text: ofForm[0].text }} />}
    </>
  );
}
