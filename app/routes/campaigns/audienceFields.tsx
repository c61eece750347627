import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/platform/counts.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, RadioGroupField, SelectField, TextareaField } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { errorAt, typedOr } from "#app/web/problems.ts";

/** Hides a field while another audience is chosen; a browser that does not know `:has` shows them all. */
const onlyFor = {
  tag: "group-not-has-[[value=tag]:checked]/audience:hidden",
  conditions: "group-not-has-[[value=conditions]:checked]/audience:hidden",
  numbers: "group-not-has-[[value=numbers]:checked]/audience:hidden",
};

/** Who gets the message: everybody, a tag, conditions, or pasted numbers. */
export function AudienceFields({
  choices,
  chosen,
  result,
  conditions,
}: {
  choices: CallOutput<"GET /campaigns/choices">;
  /** The fields of conditions, or of a segment, where an audience may be chosen by them. */
  conditions?: { label: string; hint?: string; fields: ReactNode };
  chosen: { kind: string; tag: string; numbers: string };
  result: SubmissionResult<string[]> | undefined;
}) {
  return (
    <div className="group/audience grid gap-5">
      <RadioGroupField
        label="Who gets the message?"
        name="kind"
        defaultValue={typedOr(result, "kind", chosen.kind)}
        error={errorAt(result, "kind")}
        options={[
          {
            value: "all",
            label: "All contacts",
            hint: `${choices.isLarge ? "More than " : ""}${formatCount(choices.contacts)} in your list`,
          },
          { value: "tag", label: "Contacts with a tag" },
          ...(conditions ? [{ value: "conditions", label: conditions.label, hint: conditions.hint }] : []),
          { value: "numbers", label: "Numbers that I paste" },
        ]}
      />
      <SelectField
        className={onlyFor.tag}
        label="Tag"
        name="tag"
        defaultValue={typedOr(result, "tag", chosen.tag)}
        error={errorAt(result, "tag")}
        hint={
          choices.tags.length === 0
            ? "Your contacts have no tags yet."
            : "Used when you choose contacts with a tag."
        }
        options={[
          { value: "", label: "Choose a tag" },
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

/** Pasted numbers, what is wrong with them, and whether their people agreed to marketing. */
function NumbersFields({
  stored,
  result,
}: {
  stored: string;
  result: SubmissionResult<string[]> | undefined;
}) {
  const refused = errorAt(result, "numbers")?.split("\n") ?? [];
  const listed = refused[0]?.startsWith("Line ") ?? false;
  return (
    <>
      <TextareaField
        className={onlyFor.numbers}
        label="Phone numbers"
        name="numbers"
        rows={5}
        inputMode="tel"
        autoComplete="off"
        defaultValue={typedOr(result, "numbers", stored)}
        error={listed ? "Some numbers can't be used; they are listed below." : refused[0]}
        hint="One per line, or separated by commas: 0712 345 678, +254 733 123 456. Numbers that are new become contacts."
      />
      {listed && (
        <div className={onlyFor.numbers}>
          <Notice tone="bad" title="These numbers can't be used">
            <ul className="my-2 list-disc pl-5">
              {refused.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <Button variant="secondary" name="intent" value="skip-invalid">
              Leave these out and go on
            </Button>
          </Notice>
        </div>
      )}
      <CheckboxField
        className={onlyFor.numbers}
        label="The people behind the pasted numbers agreed to get marketing from us"
        name="consent"
        value="on"
        defaultChecked={typedOr(result, "consent", "") === "on"}
        hint="Noted with each contact. Without it, marketing leaves out people who have not agreed."
      />
    </>
  );
}
