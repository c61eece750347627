import type { ReactNode } from "react";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, RadioGroupField, SelectField, TextareaField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type FormResult, fieldError, fieldProps, fieldValue, isTicked } from "#app/web/fields.ts";
import { m } from "#messages";
import type { Composed } from "./composed.server.ts";
import type { Choices } from "./composeForm.tsx";

/** Hides a field while another audience is chosen; a browser without `:has` shows them all. */
const onlyFor = {
  tag: "group-not-has-[[value=tag]:checked]/audience:hidden",
  segment: "group-not-has-[[value=segment]:checked]/audience:hidden",
  conditions: "group-not-has-[[value=conditions]:checked]/audience:hidden",
  numbers: "group-not-has-[[value=numbers]:checked]/audience:hidden",
};

/** The audience: everyone, a tag, a segment, conditions, or pasted numbers. */
export function AudienceFields({
  choices,
  chosen,
  result,
  conditions,
}: {
  choices: Choices;
  chosen: Composed["audience"];
  result: FormResult;
  conditions: ReactNode;
}) {
  const { segments } = choices.conditions;
  return (
    <div className="group/audience grid gap-5">
      <RadioGroupField
        {...fieldProps(result, "kind", chosen.kind)}
        label={m.campaigns_audience_kind_label()}
        options={[
          {
            value: "all",
            label: m.common_all_contacts(),
            hint: (choices.isLarge ? m.campaigns_audience_more_than_hint : m.campaigns_audience_in_list_hint)(
              {
                contacts: formatCount(choices.contacts),
              },
            ),
          },
          { value: "tag", label: m.campaigns_audience_contacts_with_tag() },
          ...(segments.length > 0 ? [{ value: "segment", label: m.campaigns_audience_segment() }] : []),
          {
            value: "conditions",
            label: m.campaigns_contacts_matching_conditions(),
            hint: m.campaigns_audience_conditions_hint(),
          },
          { value: "numbers", label: m.campaigns_audience_paste_phone_numbers() },
        ]}
      />
      <SelectField
        {...fieldProps(result, "tag", chosen.tag)}
        className={onlyFor.tag}
        label={m.common_tag()}
        hint={
          choices.tags.length === 0 ? m.campaigns_audience_no_tags_hint() : m.campaigns_audience_tag_hint()
        }
        options={[
          { value: "", label: m.campaigns_audience_choose_tag() },
          ...choices.tags.map(({ tag, contacts }) => ({
            value: tag,
            label: contacts === null ? tag : `${tag} (${formatCount(contacts)})`,
          })),
        ]}
      />
      {segments.length > 0 && (
        <SelectField
          {...fieldProps(result, "segmentId", chosen.segmentId)}
          className={onlyFor.segment}
          label={m.common_segment()}
          options={[
            { value: "", label: m.campaigns_audience_choose_segment() },
            ...segments.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <div className={onlyFor.conditions}>{conditions}</div>
      <NumbersFields stored={chosen.numbers} result={result} />
    </div>
  );
}

/** Pasted numbers, their errors, and whether their people agreed to marketing. */
function NumbersFields({ stored, result }: { stored: string; result: FormResult }) {
  const refused = fieldError(result, "numbers")?.split("\n") ?? [];
  const listed = /^[^:]*\d+\s?:/.test(refused[0] ?? "");
  return (
    <>
      <TextareaField
        className={onlyFor.numbers}
        label={m.common_phone_numbers()}
        name="numbers"
        rows={5}
        inputMode="tel"
        autoComplete="off"
        defaultValue={fieldValue(result, "numbers", stored)}
        error={listed ? m.campaigns_audience_numbers_error() : refused[0]}
        hint={m.campaigns_audience_numbers_hint()}
      />
      {listed && (
        <div className={onlyFor.numbers}>
          <Notice tone="bad" title={m.campaigns_audience_bad_numbers_title()}>
            <ul className="my-2 list-disc pl-5">
              {refused.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <Button variant="secondary" name="intent" value="skip-invalid">
              {m.campaigns_skip_these_and_continue()}
            </Button>
          </Notice>
        </div>
      )}
      <CheckboxField
        className={onlyFor.numbers}
        label={m.campaigns_audience_consent_label()}
        name="consent"
        value="on"
        defaultChecked={isTicked(result, "consent")}
        hint={m.campaigns_audience_consent_hint()}
      />
    </>
  );
}
