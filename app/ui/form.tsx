import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Form as RouterForm, useActionData, useLocation } from "react-router";
import { useIsHydrated } from "#app/web/useIsHydrated.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import { refusalTitle } from "./refusalTitle.ts";

type FormProps = ComponentProps<typeof RouterForm>;

/**
 * A form with the form token; it posts with and without script. With `renews`, a redirect to its own screen
 * resets it, so that it cannot be sent once more.
 */
export function Form({ renews, ...props }: FormProps & { renews?: boolean }) {
  return renews ? <RenewedForm {...props} /> : <TokenForm {...props} />;
}

function TokenForm({ children, ...props }: FormProps) {
  const root = useRoot();
  const writes = (props.method ?? "get").toLowerCase() !== "get";
  return (
    <RouterForm {...props}>
      {writes && <input type="hidden" name="csrf" value={root?.formToken ?? ""} />}
      {children}
    </RouterForm>
  );
}

/** Resets after a redirect to its own screen without action data, such as a refusal. */
function RenewedForm(props: FormProps) {
  const { key } = useLocation();
  const answer = useActionData<unknown>();
  const [seen, setSeen] = useState({ key, round: 0, isSent: false });
  if (seen.key !== key) {
    const isThrough = seen.isSent && answer === undefined;
    setSeen({ key, round: isThrough ? seen.round + 1 : seen.round, isSent: false });
  }
  return (
    <TokenForm
      key={seen.round}
      {...props}
      onSubmit={(event) => {
        props.onSubmit?.(event);
        if (!event.defaultPrevented) setSeen((was) => ({ ...was, isSent: true }));
      }}
    />
  );
}

const linesOf = (texts: string) => (texts === "" ? [] : texts.split("\n"));

/**
 * The form's errors, above it, with a link to each field. Takes the focus; renders nothing without errors.
 */
export function ErrorSummary({
  errors,
  title = errors.some(({ id }) => id) ? m.ui_form_errors_title() : refusalTitle(undefined),
}: {
  title?: string;
  errors: { id?: string | undefined; text: string }[];
}) {
  const box = useRef<HTMLDivElement>(null);
  const texts = errors.map((error) => error.text).join("\n");
  const isHydrated = useIsHydrated();
  // The browser has already focused a server-rendered summary. The user may have moved to a field since.
  const seen = useRef(isHydrated ? [] : linesOf(texts));
  useEffect(() => {
    const lines = linesOf(texts);
    // An error that disappears while its field is corrected must not move the focus.
    if (lines.some((text) => !seen.current.includes(text))) box.current?.focus();
    seen.current = lines;
  }, [texts]);
  if (errors.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: without script this is how the summary takes the focus
    <div className="summary" ref={box} role="alert" tabIndex={-1} autoFocus>
      <h2>{title}</h2>
      <ul>
        {errors.map((error) => (
          <li key={`${error.id}${error.text}`}>
            {error.id ? (
              <a className="link" href={`#${error.id}`}>
                {error.text}
              </a>
            ) : (
              error.text
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
