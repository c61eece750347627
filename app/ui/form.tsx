import { type ComponentProps, useEffect, useRef } from "react";
import { Form as RouterForm } from "react-router";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import { refusalTitle } from "./refusalTitle.ts";

/** A form that carries the form token; it posts with and without script. */
export function Form({ children, ...props }: ComponentProps<typeof RouterForm>) {
  const root = useRoot();
  const writes = (props.method ?? "get").toLowerCase() !== "get";
  return (
    <RouterForm {...props}>
      {writes && <input type="hidden" name="csrf" value={root?.formToken ?? ""} />}
      {children}
    </RouterForm>
  );
}

/** What is wrong with a form, above it, with a link to each field. Takes the focus; nothing is drawn without errors. */
export function ErrorSummary({
  errors,
  title = errors.some(({ id }) => id) ? m.ui_please_check_your_answers() : refusalTitle(undefined),
}: {
  title?: string;
  errors: { id?: string | undefined; text: string }[];
}) {
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef<string[]>([]);
  const texts = errors.map((error) => error.text).join("\n");
  useEffect(() => {
    const told = texts === "" ? [] : texts.split("\n");
    // An error that went away while its field was corrected is no reason to leave that field.
    if (told.some((text) => !seen.current.includes(text))) box.current?.focus();
    seen.current = told;
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
