import type { SubmissionResult } from "@conform-to/react";
import { useNavigation } from "react-router";
import type { BotFields } from "#app/domain/bots/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CheckboxField, Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";

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

/** A checked form as the API takes it: amounts in KES again. */
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

/** The fields of a bot, for the screens that make and change one. */
export function BotForm({
  values,
  choices,
  result,
  submitLabel,
  back,
}: {
  values: BotValues;
  choices: Choices;
  result: SubmissionResult<string[]> | undefined;
  submitLabel: string;
  back: string;
}) {
  const isBusy = useNavigation().state === "submitting";
  const control = (name: Exclude<keyof BotValues, "usesModel">) => ({
    name,
    defaultValue: typedOr(result, name, values[name]),
    error: errorAt(result, name),
  });
  const usesModel = result?.initialValue ? result.initialValue.usesModel === "on" : values.usesModel;
  return (
    <Form method="post" noValidate className="grid max-w-xl gap-5">
      <ErrorSummary title="The bot was not saved" errors={problemsOf(result)} />
      <Field {...control("name")} label="Name" required autoComplete="off" hint="Only your team sees it." />
      <TextareaField
        {...control("about")}
        label="What customers may ask about"
        required
        rows={3}
        hint="A sentence or two. Who asks something else is told this."
      />
      <Field
        {...control("openingHours")}
        label="Opening hours"
        autoComplete="off"
        hint="Told when a person takes over, such as Mon–Sat 8:00–19:00"
      />
      <SelectField
        {...control("phoneNumberId")}
        label="Number"
        options={[
          { value: "", label: "Every number" },
          ...choices.numbers.map(({ phoneNumberId, displayPhoneNumber, verifiedName }) => ({
            value: phoneNumberId,
            label: verifiedName ? `${verifiedName} (${displayPhoneNumber})` : displayPhoneNumber,
          })),
        ]}
      />
      <SelectField
        {...control("label")}
        label="Contacts"
        hint="Of several bots, the one that is meant most narrowly answers."
        options={[
          { value: "", label: "Every contact" },
          ...[...new Set([...choices.labels, ...(values.label ? [values.label] : [])])].map((label) => ({
            value: label,
            label: `With the tag ${label}`,
          })),
        ]}
      />
      <CheckboxField
        name="usesModel"
        label="Let a language model write the answers"
        defaultChecked={usesModel}
        error={errorAt(result, "usesModel")}
        hint={
          choices.model
            ? `${choices.model} writes from your entries alone. What it adds of numbers, prices or links is not sent.`
            : "No model is set up here. The bot answers in the words of your entries."
        }
      />
      <Field
        {...control("dailyBudget")}
        label="Budget of a day, KES"
        inputMode="numeric"
        hint="When it is used up, the bot answers without the model."
      />
      <Field
        {...control("conversationBudget")}
        label="Budget of a conversation and day, KES"
        inputMode="numeric"
      />
      <p className="row-actions">
        <Button disabled={isBusy}>{submitLabel}</Button>
        <ButtonLink to={back} variant="quiet">
          Cancel
        </ButtonLink>
      </p>
    </Form>
  );
}
