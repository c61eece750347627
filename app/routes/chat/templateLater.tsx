import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { type FormResult, fieldProps } from "#app/web/fields.ts";

/** How it is sent at another time, in words of the server. */
export interface LaterWords {
  earliest: string;
  /** The most that it costs then. */
  laterCents: number;
  link: string;
  label: string;
  hint: string;
  button: string;
}

/** The time of a template that is sent later, in the form of the template. */
export function TemplateLater({ later, result }: { later: LaterWords; result: FormResult }) {
  const field = fieldProps(result, "at");
  return (
    <details open={field.error !== undefined}>
      <summary className="link inline-block">{later.link}</summary>
      <div className="mt-3 grid justify-items-start gap-3">
        <input type="hidden" name="laterCents" value={later.laterCents} />
        <Field {...field} label={later.label} type="datetime-local" min={later.earliest} hint={later.hint} />
        <Button name="intent" value="later" variant="secondary">
          {later.button}
        </Button>
      </div>
    </details>
  );
}
