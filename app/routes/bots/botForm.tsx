import type { BotFields } from "#app/domain/bots/schemas.ts";
import { CheckboxField, Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { type FormResult, fieldError, fieldProps, isTicked, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";

export interface BotValues {
  name: string;
  about: string;
  openingHours: string;
  phoneNumberId: string;
  label: string;
  usesModel: boolean;
  dailyBudget: string;
  conversationBudget: string;
}

export const newBot: BotValues = {
  name: "",
  about: "",
  openingHours: "",
  phoneNumberId: "",
  label: "",
  usesModel: false,
  dailyBudget: "500",
  conversationBudget: "50",
};

/** A checked form as the API accepts it: amounts in KES again. */
export const botInput = ({
  dailyBudget,
  conversationBudget,
  phoneNumberId,
  label,
  ...fields
}: BotFields) => ({
  ...fields,
  phoneNumberId: phoneNumberId ?? "",
  label: label ?? "",
  dailyBudget: dailyBudget / 100,
  conversationBudget: conversationBudget / 100,
});

interface Choices {
  numbers: { phoneNumberId: string; displayPhoneNumber: string; verifiedName: string | null }[];
  labels: string[];
  model: string | null;
}

const longest: Record<string, number> = { name: 80, about: 300, openingHours: 120 };

const controlOf = (result: FormResult, name: string, stored: string) => ({
  ...fieldProps(result, name, stored),
  maxLength: longest[name],
});

/** The fields of a bot, for the screens that create and edit one. */
export function BotForm({
  values,
  choices,
  result,
  submitLabel,
  back,
}: {
  values: BotValues;
  choices: Choices;
  result: FormResult;
  submitLabel: string;
  back: string;
}) {
  const control = (name: Exclude<keyof BotValues, "usesModel">) => controlOf(result, name, values[name]);
  const usesModel = isTicked(result, "usesModel", values.usesModel);
  return (
    <Form method="post" noValidate className="grid max-w-xl gap-5">
      <ErrorSummary title={m.bots_form_errors_title()} errors={problemsOf(result)} />
      <Field
        {...control("name")}
        label={m.common_name()}
        required
        autoComplete="off"
        hint={m.bots_form_name_hint()}
      />
      <TextareaField
        {...control("about")}
        label={m.bots_form_about_label()}
        required
        rows={3}
        hint={m.bots_form_off_topic_hint()}
      />
      <Field
        {...control("openingHours")}
        label={m.bots_opening_hours()}
        autoComplete="off"
        hint={m.bots_form_hours_hint()}
      />
      <SelectField
        {...control("phoneNumberId")}
        label={m.common_number()}
        options={[
          { value: "", label: m.common_all_numbers() },
          ...choices.numbers.map(({ phoneNumberId, displayPhoneNumber, verifiedName }) => ({
            value: phoneNumberId,
            label: verifiedName ? `${verifiedName} (${displayPhoneNumber})` : displayPhoneNumber,
          })),
        ]}
      />
      <SelectField
        {...control("label")}
        label={m.common_contacts()}
        hint={m.bots_form_audience_hint()}
        options={[
          { value: "", label: m.bots_form_all_contacts() },
          ...[...new Set([...choices.labels, ...(values.label ? [values.label] : [])])].map((label) => ({
            value: label,
            label: m.bots_with_tag({ label }),
          })),
        ]}
      />
      <CheckboxField
        name="usesModel"
        label={m.bots_form_uses_model_label()}
        defaultChecked={usesModel}
        error={fieldError(result, "usesModel")}
        hint={
          choices.model ? m.bots_form_uses_model_hint({ model: choices.model }) : m.bots_form_no_model_hint()
        }
      />
      <Field
        {...control("dailyBudget")}
        label={m.bots_form_daily_budget_kes()}
        inputMode="numeric"
        hint={m.bots_form_budget_hint()}
      />
      <Field
        {...control("conversationBudget")}
        label={m.bots_form_conversation_budget_label()}
        inputMode="numeric"
      />
      <FormActions submitLabel={submitLabel} cancelTo={back} />
    </Form>
  );
}
