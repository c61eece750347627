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
        label={m.flows_name_of_the_answer()}
        required
        maxLength={40}
        autoComplete="off"
        hint={m.flows_other_steps_name_it_in_braces()}
      />
      <Field
        {...control("field")}
        label={m.flows_field_of_the_contact_that_keeps()}
        maxLength={40}
        autoComplete="off"
        hint={m.flows_empty_it_is_kept_in_the()}
      />
      <Field
        {...control("retry")}
        label={m.flows_if_it_does_not_fit()}
        maxLength={limits.question}
        autoComplete="off"
        hint={m.flows_empty_the_flow_says_it_in()}
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
        label={m.flows_the_answer_is()}
        options={Object.entries(checkWords).map(([value, label]) => ({ value, label }))}
      />
      <TextareaField
        {...control("options")}
        label={m.flows_answers_to_choose_from()}
        rows={3}
        maxLength={1000}
        hint={m.flows_one_in_each_line_for_one()}
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
        label={m.flows_show_the_answers_as()}
        options={[
          { value: "buttons", label: m.common_buttons(), hint: m.flows_up_to_3_answers_of_20() },
          { value: "list", label: m.flows_a_list(), hint: m.flows_up_to_10_answers_of_24() },
        ]}
      />
      <fieldset className="grid gap-4">
        <legend className="label">{m.common_answers()}</legend>
        {Array.from({ length: limits.rows }, (_, index) => index + 1).map((n) => (
          <div key={n} className="grid gap-3 sm:grid-cols-3">
            <Field
              {...control(`title${n}`)}
              label={m.flows_answer({ n })}
              maxLength={limits.rowTitle}
              autoComplete="off"
            />
            <Field
              {...control(`description${n}`)}
              label={m.flows_description({ n })}
              maxLength={limits.description}
              autoComplete="off"
            />
            <GoTo {...part} name={`goTo${n}`} label={m.flows_answer_goes_on_with({ n })} />
          </div>
        ))}
      </fieldset>
      <Field
        {...control("listButton")}
        label={m.flows_button_that_opens_the_list()}
        maxLength={limits.listButton}
        autoComplete="off"
      />
      <Kept {...part} />
    </>
  );
}
