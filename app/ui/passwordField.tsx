import type { ComponentProps } from "react";
import { passwordCriteria, passwordLabels } from "#app/platform/forms/passwordStrength.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { m } from "#messages";
import { Field } from "./field.tsx";

/**
 * A password with a show button, activated by script (`app/ui/passwords.js`), and a strength meter for new
 * passwords. `strength` is the server's rating of the sent one, for browsers without script.
 */
export function PasswordField({
  meter = false,
  strength,
  id,
  ...props
}: Omit<ComponentProps<typeof Field>, "type" | "after"> & {
  id: string;
  meter?: boolean;
  strength?: { score: number; label: string } | undefined;
}) {
  return (
    <div className="password">
      <Field
        {...props}
        id={id}
        type="password"
        spellCheck={false}
        autoCapitalize="none"
        after={
          <button
            type="button"
            className="password-toggle"
            data-shows={id}
            aria-controls={id}
            hidden
            suppressHydrationWarning
          >
            <span data-word="" data-show={m.common_show()} data-hide={m.ui_hide()}>
              {m.common_show()}
            </span>
            <span className="sr-only">
              {" "}
              {typeof props.label === "string" ? inSentence(props.label) : m.ui_password()}
            </span>
          </button>
        }
      />
      {meter && (
        <p
          className="strength"
          data-meters={id}
          data-criteria={JSON.stringify(passwordCriteria)}
          data-labels={JSON.stringify(passwordLabels())}
          data-score={strength?.score ?? 0}
          hidden={!strength}
          aria-live="polite"
        >
          <span className="strength-bar" aria-hidden="true" />
          {m.ui_password_strength()}
          {m.common_colon()} <strong data-label="">{strength?.label ?? ""}</strong>
          {strength && <noscript> {m.ui_password_strength_sent()}</noscript>}
        </p>
      )}
    </div>
  );
}
