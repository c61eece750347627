import { choiceLimits } from "#app/domain/messaging/messages/choices/fieldRules.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { type FormResult, fieldProps, isTicked, resultOf } from "#app/web/fields.ts";
import { m } from "#messages";
import type { InboxSettings } from "./inbox.tsx";
import { WeekFields } from "./weekFields.tsx";

type Settings = InboxSettings["settings"];
/** Working hours, the away message, reply times and how conversations are assigned. Agents can read them. */
export function InboxHours({
  settings,
  scoreTemplates,
  isManager,
  result,
}: {
  settings: Settings;
  scoreTemplates: InboxSettings["scoreTemplates"];
  isManager: boolean;
  result: FormResult;
}) {
  const typed = resultOf(result, "settings");
  return (
    <Form method="post" noValidate>
      <fieldset disabled={!isManager} className="grid gap-6">
        <legend className="sr-only">{m.organisation_inbox_hours_and_targets()}</legend>
        <Card title={m.organisation_inbox_working_hours_title()}>
          <div className="grid gap-4">
            <CheckboxField
              label={m.organisation_inbox_keeps_hours_label()}
              name="keepsHours"
              defaultChecked={isTicked(typed, "keepsHours", settings.workingWeek !== null)}
              hint={m.organisation_inbox_keeps_hours_hint()}
            />
            <WeekFields week={settings.workingWeek} result={typed} />
            <TextareaField
              {...fieldProps(typed, "awayMessage", settings.awayMessage)}
              maxLength={4096}
              label={m.organisation_inbox_away_message_label()}
              rows={3}
              hint={m.organisation_inbox_away_message_hint()}
            />
          </div>
        </Card>
        <Card title={m.organisation_targets_and_assignment()}>
          <div className="grid gap-4">
            <Field
              {...fieldProps(typed, "firstReplyMinutes", digits(settings.firstReplyMinutes))}
              label={m.organisation_inbox_first_reply_label()}
              inputMode="numeric"
              hint={m.organisation_inbox_first_reply_hint()}
            />
            <Field
              {...fieldProps(typed, "nextReplyMinutes", digits(settings.nextReplyMinutes))}
              label={m.organisation_inbox_later_replies_label()}
              inputMode="numeric"
            />
            <CheckboxField
              label={m.organisation_inbox_auto_assign_label()}
              name="autoAssign"
              defaultChecked={isTicked(typed, "autoAssign", settings.autoAssign)}
              hint={m.organisation_inbox_auto_assign_hint()}
            />
            <Field
              {...fieldProps(typed, "alarmMinutes", digits(settings.alarmMinutes))}
              label={m.organisation_inbox_alarm_label()}
              inputMode="numeric"
            />
          </div>
        </Card>
        <Closing settings={settings} result={typed} />
        <Satisfaction settings={settings} templates={scoreTemplates} result={typed} />
        <ReadReceipts isOn={isTicked(typed, "readReceipts", settings.readReceipts)} />
        <SaveSettings isManager={isManager} />
      </fieldset>
    </Form>
  );
}

const digits = (value: number | null) => (value === null ? "" : String(value));

const SaveSettings = ({ isManager }: { isManager: boolean }) =>
  isManager ? (
    <p>
      <Button name="intent" value="settings">
        {m.common_save_settings()}
      </Button>
    </p>
  ) : (
    <p className="hint">{m.organisation_managers_only_text()}</p>
  );

const Closing = ({ settings, result }: { settings: Settings; result: FormResult }) => (
  <Card title={m.organisation_inbox_closing_title()}>
    <Field
      {...fieldProps(result, "closeAfterDays", digits(settings.closeAfterDays))}
      label={m.organisation_inbox_close_after_label()}
      inputMode="numeric"
      hint={m.organisation_inbox_close_after_hint()}
    />
  </Card>
);

const Satisfaction = ({
  settings,
  templates,
  result,
}: {
  settings: Settings;
  templates: InboxSettings["scoreTemplates"];
  result: FormResult;
}) => (
  <Card title={m.common_satisfaction()}>
    <div className="grid gap-4">
      <CheckboxField
        label={m.organisation_inbox_satisfaction_label()}
        name="asksSatisfaction"
        defaultChecked={isTicked(result, "asksSatisfaction", settings.asksSatisfaction)}
        hint={m.organisation_inbox_satisfaction_hint()}
      />
      <TextareaField
        {...fieldProps(result, "satisfactionQuestion", settings.satisfactionQuestion)}
        maxLength={choiceLimits.question}
        label={m.common_question()}
        rows={2}
        hint={m.organisation_inbox_question_hint()}
      />
      <Field
        {...fieldProps(result, "satisfactionPauseDays", digits(settings.satisfactionPauseDays))}
        label={m.organisation_inbox_pause_days_label()}
        inputMode="numeric"
      />
      <SelectField
        {...fieldProps(result, "satisfactionTemplateId", settings.satisfactionTemplateId ?? "")}
        label={m.organisation_inbox_template_label()}
        hint={m.organisation_inbox_template_hint()}
        options={[
          { value: "", label: m.organisation_inbox_template_none() },
          ...templates.map(({ id, name, language }) => ({ value: id, label: `${name} (${language})` })),
        ]}
      />
      <CheckboxField
        label={m.organisation_inbox_auto_close_label()}
        name="asksAfterAutoClose"
        defaultChecked={isTicked(result, "asksAfterAutoClose", settings.asksAfterAutoClose)}
        hint={m.organisation_inbox_auto_close_hint()}
      />
    </div>
  </Card>
);

const ReadReceipts = ({ isOn }: { isOn: boolean }) => (
  <Card title={m.organisation_inbox_read_receipts_title()}>
    <CheckboxField
      label={m.organisation_inbox_read_receipts_label()}
      name="readReceipts"
      defaultChecked={isOn}
      hint={m.organisation_inbox_read_receipts_hint()}
    />
  </Card>
);
