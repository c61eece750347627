import { weekdays } from "#app/domain/messaging/inboxSettings/words.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, Field, TextareaField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { type FormResult, fieldError, fieldProps, isTicked, resultOf } from "#app/web/fields.ts";
import { m } from "#messages";
import type { InboxSettings } from "./inbox.tsx";

type Settings = InboxSettings["settings"];
/** Working hours, the away message, reply times and how conversations are assigned. Agents can read them. */
export function InboxHours({
  settings,
  isManager,
  result,
}: {
  settings: Settings;
  isManager: boolean;
  result: FormResult;
}) {
  const typed = resultOf(result, "settings");
  return (
    <Form method="post" noValidate>
      <fieldset disabled={!isManager} className="grid gap-6">
        <legend className="sr-only">{m.organisation_hours_and_clocks()}</legend>
        <Card title={m.organisation_working_hours()}>
          <div className="grid gap-4">
            <CheckboxField
              label={m.organisation_we_answer_only_at_these_hours()}
              name="keepsHours"
              defaultChecked={isTicked(typed, "keepsHours", settings.workingWeek !== null)}
              hint={m.organisation_kenyas_time_a_day_without_times()}
            />
            <Week settings={settings} result={typed} />
            <TextareaField
              {...fieldProps(typed, "awayMessage", settings.awayMessage)}
              label={m.organisation_away_message()}
              rows={3}
              hint={m.organisation_sent_once_to_who_writes_outside()}
            />
          </div>
        </Card>
        <Card title={m.organisation_clocks_and_assignment()}>
          <div className="grid gap-4">
            <Field
              {...fieldProps(typed, "firstReplyMinutes", digits(settings.firstReplyMinutes))}
              label={m.organisation_first_reply_within_minutes()}
              inputMode="numeric"
              hint={m.organisation_of_working_time_empty_no_clock()}
            />
            <Field
              {...fieldProps(typed, "nextReplyMinutes", digits(settings.nextReplyMinutes))}
              label={m.organisation_later_replies_within_minutes()}
              inputMode="numeric"
            />
            <CheckboxField
              label={m.organisation_give_waiting_conversations_to_members_on()}
              name="autoAssign"
              defaultChecked={isTicked(typed, "autoAssign", settings.autoAssign)}
              hint={m.organisation_who_waits_the_longest_comes_first()}
            />
            <Field
              {...fieldProps(typed, "alarmMinutes", digits(settings.alarmMinutes))}
              label={m.organisation_tell_everybody_when_nobody_has_taken()}
              inputMode="numeric"
            />
          </div>
        </Card>
        <Closing settings={settings} result={typed} />
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
        {m.organisation_save_settings()}
      </Button>
    </p>
  ) : (
    <p className="hint">{m.organisation_owners_and_admins_change_these_settings()}</p>
  );

const Closing = ({ settings, result }: { settings: Settings; result: FormResult }) => (
  <Card title={m.organisation_closing()}>
    <Field
      {...fieldProps(result, "closeAfterDays", digits(settings.closeAfterDays))}
      label={m.organisation_close_after_days()}
      inputMode="numeric"
      hint={m.organisation_close_after_hint()}
    />
  </Card>
);

const ReadReceipts = ({ isOn }: { isOn: boolean }) => (
  <Card title={m.organisation_read_receipts()}>
    <CheckboxField
      label={m.organisation_show_customers_read()}
      name="readReceipts"
      defaultChecked={isOn}
      hint={m.organisation_read_receipts_hint()}
    />
  </Card>
);

/** Monday to Friday by default. */
const usual = { from: "08:00", to: "17:00" };

function Week({ settings, result }: { settings: Settings; result: FormResult }) {
  const typed = result?.initialValue?.workingWeek as { from?: string; to?: string }[] | undefined;
  const storedOf = (index: number) =>
    settings.workingWeek ? settings.workingWeek[index] : index < 5 ? usual : null;
  const wrong = fieldError(result, "workingWeek");
  return (
    <div className="grid gap-2" id="workingWeek">
      {weekdays().map((day, index) => {
        const hours = typed ? typed[index] : storedOf(index);
        const name = `workingWeek[${index}]`;
        const error =
          fieldError(result, `workingWeek.${index}`) ??
          fieldError(result, `workingWeek.${index}.from`) ??
          fieldError(result, `workingWeek.${index}.to`);
        return (
          <div key={day} id={`workingWeek.${index}`}>
            <div className="grid grid-cols-2 items-center gap-2 sm:grid-cols-[7rem_1fr_1fr]">
              <span className="text-sm max-sm:col-span-2">{day}</span>
              <input
                className="input"
                type="time"
                name={`${name}.from`}
                defaultValue={hours?.from ?? ""}
                aria-label={m.organisation_from({ day })}
              />
              <input
                className="input"
                type="time"
                name={`${name}.to`}
                defaultValue={hours?.to ?? ""}
                aria-label={m.organisation_to({ day })}
              />
            </div>
            {error && <p className="error mt-1">{error}</p>}
          </div>
        );
      })}
      {wrong && <p className="error">{wrong}</p>}
    </div>
  );
}
