import type { ComponentProps, ReactNode } from "react";

interface Labelled {
  label: ReactNode;
  name: string;
  /** Shown under the control and linked to it; marks it as invalid. Several errors are separate lines. */
  error?: string | undefined;
  hint?: ReactNode;
}

/**
 * `aria-describedby`, `aria-invalid` and `aria-required` of a control. The text for a missing value is ours,
 * so `required` is not the browser's.
 */
function tie(id: string, error: string | undefined, hint: ReactNode, required: boolean | undefined) {
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return {
    id,
    "aria-describedby": described || undefined,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-required": required || undefined,
  };
}

const Mark = () => (
  <span className="mark" aria-hidden="true">
    *
  </span>
);

function Label({
  id,
  required,
  children,
}: {
  id: string;
  required: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <label className="label" htmlFor={id}>
      {children}
      {required && <Mark />}
    </label>
  );
}

function Notes({ id, error, hint }: { id: string; error: string | undefined; hint: ReactNode }) {
  return (
    <>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          <span className="grid gap-1">
            {error.split("\n").map((finding) => (
              <span key={finding}>{finding}</span>
            ))}
          </span>
        </p>
      )}
    </>
  );
}

/**
 * A labelled text input. `id` is the name by default; `after` is next to the input (a show button, a unit).
 */
export function Field({
  label,
  name,
  error,
  hint,
  required,
  id = name,
  className,
  after,
  ...props
}: Labelled & Omit<ComponentProps<"input">, "name"> & { after?: ReactNode }) {
  const input = <input className="input" name={name} {...props} {...tie(id, error, hint, required)} />;
  return (
    <div className={`field ${className ?? ""}`}>
      <Label id={id} required={required}>
        {label}
      </Label>
      {after ? (
        <div className="flex items-center gap-2">
          {input}
          {after}
        </div>
      ) : (
        input
      )}
      <Notes id={id} error={error} hint={hint} />
    </div>
  );
}

/** A labelled native select. */
export function SelectField({
  label,
  name,
  error,
  hint,
  required,
  id = name,
  className,
  options,
  ...props
}: Labelled &
  Omit<ComponentProps<"select">, "name"> & { options: readonly { value: string; label: string }[] }) {
  return (
    <div className={`field ${className ?? ""}`}>
      <Label id={id} required={required}>
        {label}
      </Label>
      <select className="input" name={name} {...props} {...tie(id, error, hint, required)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Notes id={id} error={error} hint={hint} />
    </div>
  );
}

/** A labelled textarea. */
export function TextareaField({
  label,
  name,
  error,
  hint,
  required,
  id = name,
  className,
  ...props
}: Labelled & Omit<ComponentProps<"textarea">, "name">) {
  return (
    <div className={`field ${className ?? ""}`}>
      <Label id={id} required={required}>
        {label}
      </Label>
      <textarea className="input" name={name} {...props} {...tie(id, error, hint, required)} />
      <Notes id={id} error={error} hint={hint} />
    </div>
  );
}

/** A checkbox with its label. */
export function CheckboxField({
  label,
  name,
  error,
  hint,
  required,
  id = name,
  className,
  ...props
}: Labelled & Omit<ComponentProps<"input">, "name" | "type">) {
  return (
    <div className={`field ${className ?? ""}`}>
      <label className="choice">
        <input type="checkbox" name={name} {...props} {...tie(id, error, hint, required)} />
        <span>{label}</span>
      </label>
      <Notes id={id} error={error} hint={hint} />
    </div>
  );
}

/** One of a few options, all visible. */
export function RadioGroupField({
  label,
  name,
  error,
  hint,
  id = name,
  options,
  defaultValue,
  required,
  look,
}: Labelled & {
  id?: string;
  options: { value: string; label: ReactNode; hint?: ReactNode }[];
  defaultValue?: string | undefined;
  required?: boolean;
  /** Next to each other where there is room: as cards with hints, or as short words without. */
  look?: "cards" | "chips";
}) {
  const { "aria-describedby": describedBy } = tie(id, error, hint, undefined);
  return (
    <fieldset className={look ? `field choice-${look}` : "field"} id={id} aria-describedby={describedBy}>
      <legend className="label">
        {label}
        {required && <Mark />}
      </legend>
      {options.map((option) => (
        <label className="choice" key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === defaultValue}
            aria-invalid={error ? true : undefined}
          />
          <span>
            {option.label}
            {option.hint && <span className="hint block">{option.hint}</span>}
          </span>
        </label>
      ))}
      <Notes id={id} error={error} hint={hint} />
    </fieldset>
  );
}
