import { maxReplyLength } from "#app/domain/messaging/messages/fieldRules.ts";
import { Field, RadioGroupField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { type FormResult, fieldError, fieldProps, fieldValue, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";
import { ownTime } from "./ownTime.ts";
import type { SendLater } from "./sendLaterWords.server.ts";

/** The text of a message and when it is sent. A template has a time only. */
export function SendLaterForm({
  later: { times, earliest, latest, windowHint },
  text,
  at,
  submissionKey,
  result,
  back,
}: {
  later: SendLater;
  text: string | null;
  /** The stored time; empty for a new message. */
  at: string;
  submissionKey?: string;
  result: FormResult;
  back: string;
}) {
  const first = at === "" ? (times[0]?.value ?? ownTime) : ownTime;
  return (
    <Form method="post" noValidate className="grid gap-5">
      <ErrorSummary title={m.chat_later_errors_title()} errors={problemsOf(result)} />
      {submissionKey && <input type="hidden" name="key" value={fieldValue(result, "key", submissionKey)} />}
      {text !== null && (
        <TextareaField
          {...fieldProps(result, "text", text)}
          label={m.common_message()}
          required
          rows={5}
          maxLength={maxReplyLength}
        />
      )}
      <RadioGroupField
        name="when"
        label={m.chat_later_when_label()}
        defaultValue={fieldValue(result, "when", first)}
        options={[
          ...times.map(({ value, name, time }) => ({ value, label: name, hint: time })),
          { value: ownTime, label: m.chat_later_own_choice() },
        ]}
        hint={windowHint ?? undefined}
      />
      <Field
        name="at"
        defaultValue={fieldValue(result, "at", at)}
        error={fieldError(result, "at")}
        label={m.common_date_and_time()}
        type="datetime-local"
        min={earliest}
        {...(latest ? { max: latest } : {})}
      />
      <FormActions
        submitLabel={m.chat_later_schedule_button()}
        intent={text === null ? "reschedule" : "schedule"}
        cancelTo={back}
      />
    </Form>
  );
}
