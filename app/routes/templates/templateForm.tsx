import { useState } from "react";
import { type ShouldRevalidateFunctionArgs, useFetcher } from "react-router";
import { templateLimits } from "#app/domain/whatsapp/templates/fieldRules.ts";
import { categoryWords } from "#app/domain/whatsapp/templates/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, RadioGroupField, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { useDebounced } from "#app/web/useDebounced.ts";
import { m } from "#messages";
import { ButtonRows } from "./buttonRows.tsx";
import { CardRows } from "./cardRows.tsx";
import { CodeFields } from "./codeFields.tsx";
import { HeaderFields } from "./headerFields.tsx";
import { NoScriptButton } from "./noScriptButton.tsx";
import { Samples } from "./samples.tsx";
import type { FormView } from "./submission.server.ts";
import { Preview, Warnings } from "./templateView.tsx";

/** Several errors of one field are separate lines. */
export type ErrorOf = (field: string) => string | undefined;

const categoryHints = lazy({
  MARKETING: m.templates_form_category_hints_marketing,
  UTILITY: m.templates_form_category_hints_utility,
  AUTHENTICATION: m.templates_category_hints_authentication,
});

/** Hidden while the type is OTP, or while it is not: by style only, so that it works without script. */
const notForCodes = "group-has-[input[value=AUTHENTICATION]:checked]/template:hidden";
const forCodes = "hidden group-has-[input[value=AUTHENTICATION]:checked]/template:block";

interface Props {
  /** What cannot change on a template that Meta already has. */
  kept?: { name: string; languageName: string; category?: string };
  accounts: { value: string; label: string }[];
  languages?: { value: string; label: string }[];
  view: FormView;
  isBusy: boolean;
  cancelTo: string;
}

/**
 * The form of a template, new or edited. The server renders preview, example rows and warnings, with each
 * submission or, with script, shortly after typing.
 */
export function TemplateForm({ kept, accounts, languages, view, isBusy, cancelTo }: Props) {
  const { live, follow } = useLiveView(view);
  // Buttons with a name change the form, which stays where it is; the other one sends it.
  const [stays, setStays] = useState(true);
  const { values } = view;
  const shown = live ?? view;
  const errorOf: ErrorOf = (field) => shown.errors[field]?.join("\n");
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      preventScrollReset={stays}
      noValidate
      onInput={(event) => follow(event.currentTarget)}
      onClickCapture={({ target }) => setStays((target as Element).closest("button")?.name !== "")}
      onSubmit={follow.cancel}
      className="group/template grid items-start gap-6 lg:grid-cols-[3fr_2fr]"
    >
      {/* Enter in a field presses the first submit button of a form, which must not be "Add button". */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
      {view.isChecked && <input type="hidden" name="checked" value="yes" />}
      <Card className="grid gap-4">
        <ErrorSummary errors={summaryOf(view, shown)} />
        {accounts.length > 1 && (
          <SelectField
            label={m.common_whatsapp_account()}
            name="whatsappAccountId"
            options={accounts}
            defaultValue={values.whatsappAccountId}
          />
        )}
        <Identity kept={kept} languages={languages} values={values} errorOf={errorOf} />
        <div className={forCodes}>
          <CodeFields values={values} errorOf={errorOf} />
        </div>
        <div className={`grid gap-4 ${notForCodes}`}>
          <Texts view={view} errorOf={errorOf} />
          <Samples variables={shown.variables} samples={values.samples} errorOf={errorOf} />
        </div>
        <Warnings warnings={shown.warnings} />
        <div className="row-actions form-foot mt-4">
          <Button className="order-1" disabled={isBusy}>
            {isBusy ? m.templates_form_submitting_button() : m.templates_form_submit_for_review_button()}
          </Button>
          <NoScriptButton className="order-2" name="show" value="preview">
            {m.templates_update_preview()}
          </NoScriptButton>
          <ButtonLink variant="quiet" className="order-3" to={cancelTo}>
            {m.common_cancel()}
          </ButtonLink>
        </div>
      </Card>
      <Preview rendered={shown.rendered} />
    </Form>
  );
}

/** The server's preview of the typed form, a moment later; the one before the last response is stale. */
function useLiveView({ refusal: refused, revision, isChecked }: FormView) {
  const refusal = `${refused} ${revision}`;
  const fetcher = useFetcher<{ view?: FormView }>();
  const made = fetcher.data?.view;
  const [seen, setSeen] = useState({ refusal, before: made });
  if (seen.refusal !== refusal) setSeen({ refusal, before: made });
  const isCurrent = seen.refusal === refusal && made !== seen.before && made?.isChecked === isChecked;
  const follow = useDebounced((form: HTMLFormElement) => {
    const typed = new FormData(form);
    for (const [name, value] of [...typed]) if (typeof value !== "string") typed.delete(name);
    typed.set("show", "preview");
    void fetcher.submit(typed, { method: "post" });
  }, 250);
  return { live: isCurrent ? made : undefined, follow };
}

/** A preview while typing changes nothing that a page has loaded. */
export const exceptForPreviews = ({
  formData,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => defaultShouldRevalidate && formData?.get("show") !== "preview";

/** The remaining errors of the refusal; new ones while correcting are shown at their fields only. */
const summaryOf = (refused: FormView, shown: FormView) =>
  Object.entries(refused.errors).flatMap(([field, texts]) =>
    texts
      .filter((text) => shown === refused || field === "" || shown.errors[field]?.includes(text))
      .map((text) => ({ text: inPlace(field, text), id: field === "" ? undefined : field })),
  );

/** The error, with its part of the template when its text does not name it. */
function inPlace(field: string, text: string): string {
  const [, list, row] = /^(buttons|cards)\[(\d+)\]/.exec(field) ?? [];
  if (list) {
    const index = Number(row) + 1;
    return labelled(list === "cards" ? m.templates_card({ index }) : m.templates_button({ index }), text);
  }
  const parts: Record<string, string> = {
    header: m.templates_header(),
    body: m.common_message(),
    footer: m.chat_footer(),
  };
  return parts[field] ? labelled(parts[field], text) : text;
}

function Identity({
  kept,
  languages = [],
  values,
  errorOf,
}: Pick<Props, "kept" | "languages"> & { values: FormView["values"]; errorOf: ErrorOf }) {
  return (
    <>
      {kept ? (
        <p>
          <strong>{kept.name}</strong>, {kept.languageName}.{" "}
          <span className="hint">{m.templates_form_identity_fixed_text()}</span>
        </p>
      ) : (
        <Field
          label={m.common_name()}
          name="name"
          defaultValue={values.name}
          error={errorOf("name")}
          hint={m.templates_form_name_hint()}
          maxLength={512}
          required
          autoComplete="off"
        />
      )}
      {kept?.category ? (
        <p>
          <input
            type="radio"
            name="category"
            value={kept.category}
            defaultChecked
            className="sr-only"
            tabIndex={-1}
            aria-hidden="true"
          />
          {m.templates_form_type_text({
            categoryWords: categoryWords[kept.category as keyof typeof categoryWords],
          })}{" "}
          <span className="hint">{m.templates_form_type_fixed_text()}</span>
        </p>
      ) : (
        <RadioGroupField
          label={m.common_type()}
          name="category"
          defaultValue={values.category}
          error={errorOf("category")}
          look="cards"
          options={Object.entries(categoryWords).map(([key, label]) => ({
            value: key,
            label,
            hint: categoryHints[key as keyof typeof categoryHints],
          }))}
        />
      )}
      {!kept && (
        <SelectField
          label={m.common_language()}
          name="language"
          defaultValue={values.language}
          error={errorOf("language")}
          required
          options={
            values.language === ""
              ? [{ value: "", label: m.checks_template_language_required() }, ...languages]
              : languages
          }
        />
      )}
    </>
  );
}

function Texts({ view, errorOf }: { view: FormView; errorOf: ErrorOf }) {
  const { values, revision } = view;
  return (
    <>
      <HeaderFields values={values} errorOf={errorOf} />
      <TextareaField
        label={m.common_message()}
        name="body"
        defaultValue={values.body}
        error={errorOf("body")}
        rows={6}
        required
        hint={m.templates_form_body_hint({ most: formatCount(templateLimits.body) })}
      />
      <Field
        label={m.templates_form_footer_label()}
        name="footer"
        defaultValue={values.footer}
        error={errorOf("footer")}
        hint={m.templates_form_footer_hint({ most: templateLimits.footer })}
      />
      <fieldset className="mt-2" key={`buttons ${revision}`}>
        <legend className="label">{m.templates_form_buttons_optional()}</legend>
        <ButtonRows list="buttons" buttons={values.buttons} errorOf={errorOf} most={10} intent="Button" />
      </fieldset>
      <CardRows key={`cards ${revision}`} values={values} errorOf={errorOf} />
    </>
  );
}
