import { isFile, MediaField } from "#app/routes/templates/mediaField.tsx";
import { NoScriptButton } from "#app/routes/templates/noScriptButton.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { type FormResult, fieldError, fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";
import type { Composed } from "./composed.server.ts";
import type { Choices, ComposeProps } from "./composeForm.tsx";

type Variable = NonNullable<Composed["template"]>["variables"][number];

/** Name, template, sending number and the template's variables. */
export function MessageFields({
  choices,
  shown,
  draft,
  quickName,
  result,
}: {
  choices: Choices;
  shown: Composed;
  draft: ComposeProps["draft"];
  quickName: string | undefined;
  result: FormResult;
}) {
  return (
    <div className="grid gap-5">
      {quickName === undefined ? (
        <Field
          {...fieldProps(result, "name", draft?.name)}
          label={m.campaigns_name_label()}
          required
          maxLength={100}
          autoComplete="off"
          hint={m.campaigns_name_hint()}
        />
      ) : (
        <input type="hidden" name="name" value={quickName} />
      )}
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          {...fieldProps(result, "templateId", shown.template?.id)}
          className="min-w-0 flex-1"
          label={m.common_template()}
          required
          hint={m.campaigns_sender_template_id_hint()}
          options={[
            { value: "", label: m.campaigns_sender_choose_template() },
            ...templateOptions(choices, shown),
          ]}
        />
        <NoScriptButton name="intent" value="choose">
          {m.common_choose()}
        </NoScriptButton>
      </div>
      <NumberField choices={choices} chosen={draft?.phoneNumberId} result={result} />
      {shown.template && shown.template.variables.length > 0 && (
        <VariableFields
          key={shown.template.id}
          variables={shown.template.variables}
          rows={shown.rows}
          sources={choices.sources}
          result={result}
        />
      )}
    </div>
  );
}

/** The approved ones; the chosen one stays, though it may no longer be sent. */
function templateOptions({ templates }: Choices, { template }: Composed) {
  const options = templates.map(({ id, name, type, languageName }) => ({
    value: id,
    label: `${name} – ${type}, ${languageName}`,
  }));
  return template && !templates.some(({ id }) => id === template.id)
    ? [{ value: template.id, label: template.name }, ...options]
    : options;
}

/** The number to send from, where there is a choice. */
function NumberField({
  choices: { numbers },
  chosen,
  result,
}: {
  choices: Choices;
  chosen: string | undefined;
  result: FormResult;
}) {
  const sendable = numbers.filter((number) => number.sendable);
  const first = sendable.find(({ phoneNumberId }) => phoneNumberId === chosen) ?? sendable[0];
  if (sendable.length <= 1)
    return <input type="hidden" name="phoneNumberId" value={first?.phoneNumberId ?? ""} />;
  return (
    <SelectField
      {...fieldProps(result, "phoneNumberId", first?.phoneNumberId)}
      label={m.common_send_from()}
      required
      options={sendable.map((number) => ({
        value: number.phoneNumberId,
        label: `${number.displayPhoneNumber}${number.verifiedName ? ` – ${number.verifiedName}` : ""}`,
      }))}
    />
  );
}

function VariableFields({
  variables,
  rows,
  sources,
  result,
}: {
  variables: Variable[];
  rows: Composed["rows"];
  sources: Choices["sources"];
  result: FormResult;
}) {
  return (
    <section className="grid gap-4" aria-labelledby="variables">
      <h3 id="variables">{m.common_variables()}</h3>
      {variables.map((variable, index) => (
        <VariableRow
          key={variable.key}
          variable={variable}
          name={`variables[${index}]`}
          source={rows[index]?.source ?? "text"}
          text={rows[index]?.text ?? ""}
          error={fieldError(result, `variables[${index}].text`)}
          sources={sources.filter(({ value }) => value !== "link" || variable.canTrack)}
        />
      ))}
      <p className="hint">{m.campaigns_variables_fallback_text()}</p>
    </section>
  );
}

/** The source of a variable's value; a file is the same for everyone. */
function VariableRow({
  variable: { key, label, kind, sample },
  name,
  source,
  text,
  error,
  sources,
}: {
  variable: Variable;
  name: string;
  source: string;
  text: string;
  error: string | undefined;
  sources: { value: string; label: string }[];
}) {
  return (
    <fieldset className="grid gap-3 border-line border-t pt-3">
      <legend className="float-left mb-1 w-full font-semibold">{label}</legend>
      <input type="hidden" name={`${name}.key`} value={key} />
      {isFile({ kind }) ? (
        <>
          <input type="hidden" name={`${name}.source`} value="text" />
          <MediaField name={`${name}.text`} label={label} mediaId={text} kind={kind} error={error} />
        </>
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label={m.common_source()}
            name={`${name}.source`}
            defaultValue={source}
            options={sources}
          />
          <Field
            label={m.campaigns_variables_text_or_fallback()}
            name={`${name}.text`}
            maxLength={500}
            autoComplete="off"
            defaultValue={text}
            error={error}
            hint={sample ? m.campaigns_variables_for_example_hint({ sample }) : undefined}
          />
        </div>
      )}
    </fieldset>
  );
}
