import { checkWords, limits } from "#app/domain/flows/words.ts";
import { Field, RadioGroupField, SelectField, TextareaField } from "#app/ui/field.tsx";
import { m } from "#messages";
import { controlOf, GoTo, type Part, Words } from "./stepFields.tsx";

function Kept(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <Field
        {...control("saveTo")}
        label={m.flows_step_answer_name()}
        required
        maxLength={40}
        autoComplete="off"
        hint={m.flows_step_name_hint()}
      />
      <Field
        {...control("field")}
        label={m.flows_step_contact_field_label()}
        maxLength={40}
        autoComplete="off"
        hint={m.flows_step_contact_field_hint()}
      />
      <Field
        {...control("retry")}
        label={m.flows_step_invalid_reply_label()}
        maxLength={limits.question}
        autoComplete="off"
        hint={m.flows_step_invalid_reply_hint()}
      />
    </>
  );
}

export function Ask(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <Words {...part} label={m.common_question()} />
      <SelectField
        {...control("check", "text")}
        label={m.flows_step_answer_type()}
        options={Object.entries(checkWords).map(([value, label]) => ({ value, label }))}
      />
      <TextareaField
        {...control("options")}
        label={m.flows_step_choices_label()}
        rows={3}
        maxLength={1000}
        hint={m.flows_step_options_hint()}
      />
      <Kept {...part} />
    </>
  );
}

export function Choose(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <Words {...part} label={m.common_question()} />
      <RadioGroupField
        {...control("shownAs", "buttons")}
        label={m.flows_step_show_choices_as()}
        options={[
          {
            value: "buttons",
            label: m.common_buttons(),
            hint: m.common_choices_hint({ most: limits.buttons, title: limits.buttonTitle }),
          },
          {
            value: "list",
            label: m.common_list(),
            hint: m.common_choices_hint({ most: limits.rows, title: limits.rowTitle }),
          },
        ]}
      />
      <fieldset className="grid gap-4">
        <legend className="label">{m.common_answers()}</legend>
        {Array.from({ length: limits.rows }, (_, index) => index + 1).map((n) => (
          <div key={n} className="grid gap-3 sm:grid-cols-3">
            <Field
              {...control(`title${n}`)}
              label={m.flows_step_choice_label({ n })}
              maxLength={limits.rowTitle}
              autoComplete="off"
            />
            <Field
              {...control(`description${n}`)}
              label={m.flows_step_description_label({ n })}
              maxLength={limits.description}
              autoComplete="off"
            />
            <GoTo {...part} name={`goTo${n}`} label={m.flows_step_choice_continues_with({ n })} />
          </div>
        ))}
      </fieldset>
      <Field
        {...control("listButton")}
        label={m.common_list_button()}
        maxLength={limits.listButton}
        autoComplete="off"
      />
      <Kept {...part} />
    </>
  );
}
