import { botLanguages, languageCodes } from "#app/domain/bots/words.ts";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { type FormResult, fieldProps, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";

const endings = {
  en: "En",
  sw: "Sw",
  fr: "Fr",
} as const;

/** The form's values, by field name. */
export type EntryValues = Record<string, string>;

/** Stored texts as the form shows them. */
export const valuesOfTexts = (
  texts: readonly { language: keyof typeof endings; question: string; phrases: string[]; answer: string }[],
): EntryValues =>
  Object.fromEntries(
    texts.flatMap(({ language, question, phrases, answer }) => [
      [`question${endings[language]}`, question],
      [`phrases${endings[language]}`, phrases.join("\n")],
      [`answer${endings[language]}`, answer],
    ]),
  );

/** The fields of an entry in three languages, of which one is enough. */
export function EntryForm({
  values = {},
  result,
  back,
  submitLabel,
}: {
  values?: EntryValues;
  result: FormResult;
  back: string;
  submitLabel: string;
}) {
  const control = (name: string) => fieldProps(result, name, values[name] ?? "");
  return (
    <Form method="post" noValidate className="grid gap-6">
      <ErrorSummary title={m.bots_entry_errors_title()} errors={problemsOf(result)} />
      <div className="grid gap-6 lg:grid-cols-3">
        {languageCodes.map((code) => (
          <fieldset key={code} className="grid content-start gap-4">
            <legend className="mb-2 font-semibold" lang={code}>
              {botLanguages[code]}
            </legend>
            <Field
              {...control(`question${endings[code]}`)}
              maxLength={300}
              label={m.common_question()}
              autoComplete="off"
              lang={code}
            />
            <TextareaField
              {...control(`phrases${endings[code]}`)}
              label={m.bots_entry_other_phrasings()}
              rows={4}
              lang={code}
              hint={m.bots_entry_questions_hint()}
            />
            <TextareaField
              {...control(`answer${endings[code]}`)}
              maxLength={2000}
              label={m.common_answer()}
              rows={5}
              lang={code}
            />
          </fieldset>
        ))}
      </div>
      <FormActions submitLabel={submitLabel} cancelTo={back} />
    </Form>
  );
}
