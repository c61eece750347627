import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Plus, Trash2 } from "lucide-react";
import { componentsOf } from "#app/domain/whatsapp/templates/draft.ts";
import type { DraftValues, TemplateDraft } from "#app/domain/whatsapp/templates/schemas.ts";
import { renderTemplate, sampleValues } from "#app/domain/whatsapp/templates/variables.ts";
import { buttonKinds, categoryWords, languageWords } from "#app/domain/whatsapp/templates/words.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, Field, RadioGroupField, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { draftOfForm } from "./draftOfForm.ts";
import { type ErrorOf, liveErrors } from "./liveErrors.ts";
import { MessageBubble, PhoneWall } from "./messageBubble.tsx";
import { Samples } from "./samples.tsx";
import { UpdatePreview } from "./updatePreview.tsx";

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

/** The form of a template, new or rejected. Preview and example rows follow the typing where script runs; else each submission brings them. */
export function TemplateForm({
  kept,
  accounts,
  defaults,
  result,
  isBusy,
}: {
  /** What a template that Meta has cannot change any more. */
  kept?: { name: string; languageName: string };
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
  const { errorOf, summary } = liveErrors(form.allErrors, result?.initialValue, value, draft);
  return (
    <Form
      method="post"
      {...getFormProps(form)}
      className="group/template grid items-start gap-6 lg:grid-cols-[3fr_2fr]"
    >
      {/* Enter in a field presses the first submit button of a form, which must not be "Add button". */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <div className="grid gap-3">
        <ErrorSummary errors={summary} />
        {accounts.length > 1 && (
          <SelectField
            label="WhatsApp account"
            name={fields.whatsappAccountId.name}
            options={accounts}
            defaultValue={fields.whatsappAccountId.initialValue}
          />
        )}
        {kept ? (
          <p>
            <strong>{kept.name}</strong>, {kept.languageName}.{" "}
            <span className="hint">Name and language stay; to change them, copy the template.</span>
          </p>
        ) : (
          <Field
            label="Name"
            name={fields.name.name}
            defaultValue={fields.name.initialValue}
            error={errorOf(fields.name.name)}
            hint="For example order_ready. Capitals and spaces become lower case and underscores."
            required
            autoComplete="off"
          />
        )}
        <RadioGroupField
          label="Type"
          name={fields.category.name}
          defaultValue={fields.category.initialValue ?? "MARKETING"}
          error={errorOf(fields.category.name)}
          options={Object.entries(categoryWords).map(([key, label]) => ({
            value: key,
            label,
            hint: categoryHints[key as keyof typeof categoryHints],
          }))}
        />
        {!kept && (
          <SelectField
            label="Language"
            name={fields.language.name}
            defaultValue={fields.language.initialValue}
            error={errorOf(fields.language.name)}
            options={Object.entries(languageWords).map(([key, label]) => ({ value: key, label }))}
          />
        )}
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
            error={errorOf(fields.codeExpiryMinutes.name)}
            inputMode="numeric"
            className="max-w-60"
          />
        </div>
        <div className={`grid gap-3 ${notForCodes}`}>
          <Field
            label="Header (optional)"
            name={fields.header.name}
            defaultValue={fields.header.initialValue}
            error={errorOf(fields.header.name)}
            hint="Up to 60 characters and one variable."
          />
          <TextareaField
            label="Message"
            name={fields.body.name}
            defaultValue={fields.body.initialValue}
            error={errorOf(fields.body.name)}
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
            error={errorOf(fields.footer.name)}
            hint="Up to 60 characters, no variables."
          />
          <fieldset className="mt-2">
            <legend className="label">Buttons (optional)</legend>
            {fields.buttons.getFieldList().map((button, index) => (
              <ButtonRow
                key={button.key ?? index}
                button={button}
                errorOf={errorOf}
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
          <Samples draft={draft} errorOf={errorOf} />
        </div>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button className="order-1" disabled={isBusy}>
            {isBusy ? "Submitting..." : "Submit for review"}
          </Button>
          <UpdatePreview name="show" value="preview" formNoValidate />
        </div>
      </div>
      <Preview draft={draft} />
    </Form>
  );
}

type ButtonFields = FieldMetadata<Values["buttons"][number], Values, string[]>;

function ButtonRow({
  button,
  errorOf,
  index,
  remove,
}: {
  button: ButtonFields;
  errorOf: ErrorOf;
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
        error={errorOf(kind.name)}
        options={Object.entries(buttonKinds).map(([key, label]) => ({ value: key, label }))}
      />
      <Field
        label="It says"
        name={text.name}
        defaultValue={text.initialValue}
        error={errorOf(text.name)}
        maxLength={25}
      />
      <Field
        label="Address or phone number"
        name={value.name}
        defaultValue={value.initialValue}
        error={errorOf(value.name)}
        hint={`https://example.co.ke/track/{{1}} or 0712 345 678`}
        className="group-has-[option[value=QUICK\_REPLY]:checked]/row:hidden sm:col-span-2"
      />
      <div className="sm:col-span-2">
        <Button variant="quiet" {...remove}>
          <Trash2 size={18} aria-hidden="true" /> Remove button {index + 1}
        </Button>
      </div>
    </div>
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
