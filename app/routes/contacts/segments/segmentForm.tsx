import type { Draft } from "#app/domain/contacts/segments/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { m } from "#messages";
import { type ConditionChoices, ConditionsFields } from "../conditionsFields.tsx";
import type { SegmentAnswer } from "./segmentAction.server.ts";

/** The form of a segment: name, conditions, and buttons to count and to save. */
export function SegmentForm({
  name,
  draft,
  answer,
  choices,
  back,
  submitLabel,
}: {
  name: string;
  draft: Draft;
  answer: SegmentAnswer | undefined;
  choices: ConditionChoices;
  back: string;
  submitLabel: string;
}) {
  const shown = answer?.draft ?? draft;
  const problems = [
    ...(answer?.problem ? [{ text: answer.problem }] : []),
    ...(answer?.nameProblem ? [{ id: "name", text: answer.nameProblem }] : []),
    ...[...(answer?.problems ?? [])].map(([index, text]) => ({
      id: shown.rows[index]?.about === "campaign" ? `of-${index}` : `value-${index}`,
      text: /^[^:]*\d+\s?:/.test(text)
        ? text
        : m.contacts_segments_segment_condition_text({ index: index + 1, text }),
    })),
  ];
  return (
    <Form method="post" noValidate className="grid gap-5">
      <ErrorSummary title={m.contacts_segment_errors_title()} errors={problems} />
      <Field
        label={m.common_name()}
        name="name"
        key={answer?.name ?? name}
        defaultValue={answer?.name ?? name}
        error={answer?.nameProblem}
        required
        maxLength={60}
        autoComplete="off"
        className="max-w-md"
      />
      {/* Enter presses the first button. */}
      <Button className="sr-only" tabIndex={-1} name="intent" value="count" aria-hidden="true">
        {m.contacts_segments_segment_update_count()}
      </Button>
      <ConditionsFields draft={shown} choices={choices} problems={answer?.problems} />
      <p className="row-actions">
        <Button name="intent" value="save">
          {submitLabel}
        </Button>
        <Button variant="secondary" name="intent" value="count">
          {m.contacts_update_count()}
        </Button>
        <ButtonLink to={back} variant="quiet">
          {m.common_cancel()}
        </ButtonLink>
      </p>
    </Form>
  );
}
