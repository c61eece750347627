import { Fragment } from "react";
import { Field } from "#app/ui/field.tsx";
import { m } from "#messages";
import type { FormView } from "./submission.server.ts";
import type { ErrorOf } from "./templateForm.tsx";

/**
 * A row for each current variable of the text. Keyed by variable, so that a typed example stays with its
 * variable; one whose variable is gone is kept hidden, until it returns.
 */
export function Samples({
  variables,
  samples,
  errorOf,
}: {
  variables: FormView["variables"];
  samples: FormView["values"]["samples"];
  errorOf: ErrorOf;
}) {
  const kept = samples.filter(
    (sample) => sample.value !== "" && !variables.some(({ key }) => key === sample.key),
  );
  return (
    <>
      {variables.length > 0 && (
        <fieldset className="mt-3">
          <legend className="label">{m.templates_samples_for_metas_reviewers()}</legend>
          <p className="hint mb-2">{m.templates_samples_text()}</p>
          {variables.map(({ key, label }, index) => {
            const name = `samples[${index}].value`;
            return (
              <div key={key}>
                <input type="hidden" name={`samples[${index}].key`} value={key} />
                <Field
                  label={label}
                  name={name}
                  defaultValue={samples.find((sample) => sample.key === key)?.value}
                  error={errorOf(name)}
                  required
                />
              </div>
            );
          })}
        </fieldset>
      )}
      {kept.map(({ key, value }, index) => {
        const name = `samples[${variables.length + index}]`;
        return (
          <Fragment key={key}>
            <input type="hidden" name={`${name}.key`} value={key} />
            <input type="hidden" name={`${name}.value`} value={value} />
          </Fragment>
        );
      })}
    </>
  );
}
