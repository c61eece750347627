import type { ReactNode } from "react";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, RadioGroupField, SelectField, TextareaField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type FormResult, fieldError, fieldProps, fieldValue, isTicked } from "#app/web/fields.ts";
import { m } from "#messages";

/** Hides a field while another audience is chosen; a browser without `:has` shows them all. */
const onlyFor = {
  tag: "group-not-has-[[value=tag]:checked]/audience:hidden",
  conditions: "group-not-has-[[value=conditions]:checked]/audience:hidden",
  numbers: "group-not-has-[[value=numbers]:checked]/audience:hidden",
};

/** The audience: everyone, a tag, conditions, or pasted numbers. */
export function AudienceFields({
  choices,
  chosen,
  result,
  conditions,
}: {
  choices: CallOutput<"GET /campaigns/choices">;
  /** The fields of conditions, or of a segment, where the audience may be chosen by them. */
  conditions?: { label: string; hint?: string; fields: ReactNode };
  chosen: { kind: string; tag: string; numbers: string };
  result: FormResult;
}) {
  return (
    <div className="group/audience grid gap-5">
      <RadioGroupField
        {...fieldProps(result, "kind", chosen.kind)}
        label={m.campaigns_who_gets_the_message()}
        options={[
          {
            value: "all",
            label: m.common_all_contacts(),
            hint: (choices.isLarge ? m.campaigns_more_than : m.campaigns_in_your_list)({
              contacts: formatCount(choices.contacts),
            }),
          },
          { value: "tag", label: m.campaigns_contacts_with_a_tag() },
          ...(conditions ? [{ value: "conditions", label: conditions.label, hint: conditions.hint }] : []),
          { value: "numbers", label: m.campaigns_numbers_that_i_paste() },
        ]}
      />
      <SelectField
        {...fieldProps(result, "tag", chosen.tag)}
        className={onlyFor.tag}
        label={m.campaigns_tag()}
        hint={
          choices.tags.length === 0
            ? m.campaigns_your_contacts_have_no_tags_yet()
            : m.campaigns_used_when_you_choose_contacts_with()
        }
        options={[
          { value: "", label: m.campaigns_choose_a_tag() },
          ...choices.tags.map(({ tag, contacts }) => ({
            value: tag,
            label: contacts === null ? tag : `${tag} (${formatCount(contacts)})`,
          })),
        ]}
      />
      {conditions && <div className={onlyFor.conditions}>{conditions.fields}</div>}
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
        label={m.campaigns_phone_numbers()}
        name="numbers"
        rows={5}
        inputMode="tel"
        autoComplete="off"
        defaultValue={fieldValue(result, "numbers", stored)}
        error={listed ? m.campaigns_some_numbers_cant_be_used_they() : refused[0]}
        hint={m.campaigns_one_per_line_or_separated_by()}
      />
      {listed && (
        <div className={onlyFor.numbers}>
          <Notice tone="bad" title={m.campaigns_these_numbers_cant_be_used()}>
            <ul className="my-2 list-disc pl-5">
              {refused.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <Button variant="secondary" name="intent" value="skip-invalid">
              {m.campaigns_leave_these_out_and_go_on()}
            </Button>
          </Notice>
        </div>
      )}
      <CheckboxField
        className={onlyFor.numbers}
        label={m.campaigns_the_people_behind_the_pasted_numbers()}
        name="consent"
        value="on"
        defaultChecked={isTicked(result, "consent")}
        hint={m.campaigns_noted_with_each_contact_without_it()}
      />
    </>
  );
}
