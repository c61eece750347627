import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Plus, Trash2 } from "lucide-react";
import { componentsOf, draftVariables } from "#app/domain/templates/draft.ts";
import type { DraftValues, TemplateDraft } from "#app/domain/templates/schemas.ts";
import { renderTemplate, sampleValues } from "#app/domain/templates/variables.ts";
import { buttonKinds, categoryWords, languageWords } from "#app/domain/templates/words.ts";
import { Button } from "../button.tsx";
import { CheckboxField, Field, RadioGroupField, SelectField, TextareaField } from "../field.tsx";
import { ErrorSummary, Form } from "../form.tsx";
import { draftOfForm } from "./draftOfForm.ts";
import { MessageBubble, PhoneWall } from "./messageBubble.tsx";

type Values = Omit<DraftValues, "buttons" | "samples"> & {
  whatsappAccountId: string;
  buttons: { kind: string; text: string; value: string }[];
  samples: { key: string; value: string }[];
};

const categoryHints = {
  MARKETING: "Offers, news, invitations",
  UTILITY: "About an order, an account, an appointment",
  AUTHENTICATION: "One-time codes; Meta sets the words",
};

/** Hidden while the type is OTP, or while it is not: by style alone, so that it works without script. */
const notForCodes = "group-has-[input[value=AUTHENTICATION]:checked]/template:hidden";
const forCodes = "hidden group-has-[input[value=AUTHENTICATION]:checked]/template:block";

/** The form of a new template. Preview and example rows follow the typing where script runs; else each submission brings them. */
export function TemplateForm({
  accounts,
  defaults,
  result,
  isBusy,
}: {
  accounts: { value: string; label: string }[];
  defaults: DraftValues | null;
  result: SubmissionResult<string[]> | undefined;
  isBusy: boolean;
}) {
  const [form, fields] = useForm<Values>({
    id: "template",
    lastResult: result ?? null,
    defaultValue: defaults ?? { category: "MARKETING", language: "en", buttons: [], samples: [] },
    shouldValidate: "onSubmit",
  });
  const value = form.value ?? result?.initialValue ?? defaults;
  const draft = draftOfForm(value);
  const errors = Object.entries(form.allErrors).flatMap(([name, texts]) =>
    (texts ?? []).map((text) => ({ text, id: name === "" ? undefined : name })),
  );
  return (
    <Form
      method="post"
      {...getFormProps(form)}
      className="group/template grid items-start gap-6 lg:grid-cols-[3fr_2fr]"
    >
      {/* Enter in a field presses the first submit button of a form, which must not be "Add button". */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <div className="grid gap-3">
        <ErrorSummary errors={errors} />
        {accounts.length > 1 && (
          <SelectField
            label="WhatsApp account"
            name={fields.whatsappAccountId.name}
            options={accounts}
            defaultValue={fields.whatsappAccountId.initialValue}
          />
        )}
        <Field
          label="Name"
          name={fields.name.name}
          defaultValue={fields.name.initialValue}
          error={fields.name.errors?.[0]}
          hint="For example order_ready. Capitals and spaces become lower case and underscores."
          required
          autoComplete="off"
        />
        <RadioGroupField
          label="Type"
          name={fields.category.name}
          defaultValue={fields.category.initialValue ?? "MARKETING"}
          error={fields.category.errors?.[0]}
          options={Object.entries(categoryWords).map(([key, label]) => ({
            value: key,
            label,
            hint: categoryHints[key as keyof typeof categoryHints],
          }))}
        />
        <SelectField
          label="Language"
          name={fields.language.name}
          defaultValue={fields.language.initialValue}
          error={fields.language.errors?.[0]}
          options={Object.entries(languageWords).map(([key, label]) => ({ value: key, label }))}
        />
        <div className={forCodes}>
          <CheckboxField
            label="Add “For your security, do not share this code.”"
            name={fields.securityNote.name}
            defaultChecked={fields.securityNote.initialValue === "on"}
          />
          <Field
            label="Minutes until the code expires (optional)"
            name={fields.codeExpiryMinutes.name}
            defaultValue={fields.codeExpiryMinutes.initialValue}
            error={fields.codeExpiryMinutes.errors?.[0]}
            inputMode="numeric"
            className="max-w-60"
          />
        </div>
        <div className={`grid gap-3 ${notForCodes}`}>
          <Field
            label="Header (optional)"
            name={fields.header.name}
            defaultValue={fields.header.initialValue}
            error={fields.header.errors?.[0]}
            hint="Up to 60 characters and one variable."
          />
          <TextareaField
            label="Message"
            name={fields.body.name}
            defaultValue={fields.body.initialValue}
            error={fields.body.errors?.[0]}
            rows={6}
            required
            hint={
              <>
                Write variables as {"{{1}}"}, {"{{2}}"} or as {"{{first_name}}"}. Up to 1,024 characters;
                *bold*, _italic_.
              </>
            }
          />
          <Field
            label="Footer (optional)"
            name={fields.footer.name}
            defaultValue={fields.footer.initialValue}
            error={fields.footer.errors?.[0]}
            hint="Up to 60 characters, no variables."
          />
          <fieldset className="mt-2">
            <legend className="label">Buttons (optional)</legend>
            {fields.buttons.getFieldList().map((button, index) => (
              <ButtonRow
                key={button.key ?? index}
                button={button}
                index={index}
                remove={form.remove.getButtonProps({ name: fields.buttons.name, index })}
              />
            ))}
            <Button
              variant="secondary"
              className="mt-2"
              {...form.insert.getButtonProps({
                name: fields.buttons.name,
                defaultValue: { kind: "QUICK_REPLY", text: "", value: "" },
              })}
            >
              <Plus size={18} aria-hidden="true" /> Add button
            </Button>
          </fieldset>
          <Samples draft={draft} allErrors={form.allErrors} />
        </div>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button className="order-1" disabled={isBusy}>
            {isBusy ? "Submitting..." : "Submit for review"}
          </Button>
          <Button
            variant="secondary"
            name="show"
            value="preview"
            formNoValidate
            className="order-2 [@media(scripting:enabled)]:hidden"
          >
            Update preview
          </Button>
        </div>
      </div>
      <Preview draft={draft} />
    </Form>
  );
}

type ButtonFields = FieldMetadata<Values["buttons"][number], Values, string[]>;

function ButtonRow({
  button,
  index,
  remove,
}: {
  button: ButtonFields;
  index: number;
  remove: React.ComponentProps<"button">;
}) {
  const { kind, text, value } = button.getFieldset();
  return (
    <div className="group/row mb-2 grid gap-x-3 rounded-control border border-line p-3 sm:grid-cols-2">
      <SelectField
        label={`Button ${index + 1}`}
        name={kind.name}
        defaultValue={kind.initialValue}
        error={kind.errors?.[0]}
        options={Object.entries(buttonKinds).map(([key, label]) => ({ value: key, label }))}
      />
      <Field
        label="It says"
        name={text.name}
        defaultValue={text.initialValue}
        error={text.errors?.[0]}
        maxLength={25}
      />
      <Field
        label="Address or phone number"
        name={value.name}
        defaultValue={value.initialValue}
        error={value.errors?.[0]}
        hint={`https://example.co.ke/track/{{1}} or +254 700 111 222`}
        className="group-has-[option[value=QUICK_REPLY]:checked]/row:hidden sm:col-span-2"
      />
      <div className="sm:col-span-2">
        <Button variant="quiet" {...remove}>
          <Trash2 size={18} aria-hidden="true" /> Remove button {index + 1}
        </Button>
      </div>
    </div>
  );
}

/** A row for each variable that the text has now. Keyed by variable, so that a typed example stays with its variable. */
function Samples({
  draft,
  allErrors,
}: {
  draft: TemplateDraft;
  allErrors: Record<string, string[] | undefined>;
}) {
  const variables = draft.category === "AUTHENTICATION" ? [] : draftVariables({ ...draft, samples: [] });
  if (variables.length === 0) return null;
  return (
    <fieldset className="mt-3">
      <legend className="label">Examples for Meta's reviewers</legend>
      <p className="hint mb-2">
        Made-up values that show what each variable stands for; never a real person's data.
      </p>
      {variables.map(({ key, label }, index) => {
        const name = `samples[${index}].value`;
        return (
          <div key={key}>
            <input type="hidden" name={`samples[${index}].key`} value={key} />
            <Field
              label={label}
              name={name}
              defaultValue={draft.samples.find((sample) => sample.key === key)?.value}
              error={allErrors[name]?.[0]}
              required
            />
          </div>
        );
      })}
    </fieldset>
  );
}

function Preview({ draft }: { draft: TemplateDraft }) {
  const components = componentsOf(draft);
  const rendered = renderTemplate(components, sampleValues(components));
  return (
    <section aria-label="Preview" className="lg:sticky lg:top-0">
      <h3 className="label mb-2">Preview</h3>
      <PhoneWall>
        <MessageBubble rendered={{ ...rendered, body: rendered.body || "Your message appears here." }} />
      </PhoneWall>
    </section>
  );
}
