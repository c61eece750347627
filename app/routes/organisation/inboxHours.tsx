import type { SubmissionResult } from "@conform-to/react";
import { weekdays } from "#app/domain/messaging/inbox/words.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, Field, TextareaField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { errorAt, typedOr } from "#app/web/problems.ts";
import type { InboxSettings } from "./inbox.tsx";

type Settings = InboxSettings["settings"];
type Result = SubmissionResult<string[]> | undefined;

/** Working hours, the away message, clocks and how conversations find a member. Agents see them. */
export function InboxHours({
  settings,
  isManager,
  result,
}: {
  settings: Settings;
  isManager: boolean;
  result: Result;
}) {
  const typed = result?.initialValue?.intent === "settings" ? result : undefined;
  const tickedOr = (name: string, stored: boolean) => (typed ? typed.initialValue?.[name] === "on" : stored);
  const minutes = (value: number | null) => (value === null ? "" : String(value));
  return (
    <Form method="post" noValidate>
      <fieldset disabled={!isManager} className="grid gap-6">
        <legend className="sr-only">Hours and clocks</legend>
        <Card title="Working hours">
          <div className="grid gap-4">
            <CheckboxField
              label="We answer only at these hours"
              name="keepsHours"
              defaultChecked={tickedOr("keepsHours", settings.workingWeek !== null)}
              hint="Kenya’s time. A day without times is closed. Without the tick you are always open."
            />
            <Week settings={settings} result={typed} />
            <TextareaField
              label="Away message"
              name="awayMessage"
              rows={3}
              defaultValue={typedOr(typed, "awayMessage", settings.awayMessage)}
              error={errorAt(typed, "awayMessage")}
              hint="Sent once to who writes outside these hours, until you are open again. Empty: nothing is sent."
            />
          </div>
        </Card>
        <Card title="Clocks and assignment">
          <div className="grid gap-4">
            <Field
              label="First reply within (minutes)"
              name="firstReplyMinutes"
              inputMode="numeric"
              defaultValue={typedOr(typed, "firstReplyMinutes", minutes(settings.firstReplyMinutes))}
              error={errorAt(typed, "firstReplyMinutes")}
              hint="Of working time. Empty: no clock."
            />
            <Field
              label="Later replies within (minutes)"
              name="nextReplyMinutes"
              inputMode="numeric"
              defaultValue={typedOr(typed, "nextReplyMinutes", minutes(settings.nextReplyMinutes))}
              error={errorAt(typed, "nextReplyMinutes")}
            />
            <CheckboxField
              label="Give waiting conversations to members on duty"
              name="autoAssign"
              defaultChecked={tickedOr("autoAssign", settings.autoAssign)}
              hint="Who waits the longest comes first, to whom has the most room."
            />
            <Field
              label="Tell everybody when nobody has taken a conversation after (minutes)"
              name="alarmMinutes"
              inputMode="numeric"
              defaultValue={typedOr(typed, "alarmMinutes", minutes(settings.alarmMinutes))}
              error={errorAt(typed, "alarmMinutes")}
            />
          </div>
        </Card>
        {isManager ? (
          <p>
            <Button name="intent" value="settings">
              Save settings
            </Button>
          </p>
        ) : (
          <p className="hint">Owners and admins change these settings.</p>
        )}
      </fieldset>
    </Form>
  );
}

/** Monday to Friday where nothing was said yet. */
const usual = { from: "08:00", to: "17:00" };

function Week({ settings, result }: { settings: Settings; result: Result }) {
  const typed = result?.initialValue?.workingWeek as { from?: string; to?: string }[] | undefined;
  const storedOf = (index: number) =>
    settings.workingWeek ? settings.workingWeek[index] : index < 5 ? usual : null;
  const wrong = errorAt(result, "workingWeek");
  return (
    <div className="grid gap-2" id="workingWeek">
      {weekdays.map((day, index) => {
        const hours = typed ? typed[index] : storedOf(index);
        const name = `workingWeek[${index}]`;
        const error =
          errorAt(result, `workingWeek.${index}`) ??
          errorAt(result, `workingWeek.${index}.from`) ??
          errorAt(result, `workingWeek.${index}.to`);
        return (
          <div key={day} id={`workingWeek.${index}`}>
            <div className="grid grid-cols-[7rem_1fr_1fr] items-center gap-2">
              <span className="text-sm">{day}</span>
              <input
                className="input"
                type="time"
                name={`${name}.from`}
                defaultValue={hours?.from ?? ""}
                aria-label={`${day}, from`}
              />
              <input
                className="input"
                type="time"
                name={`${name}.to`}
                defaultValue={hours?.to ?? ""}
                aria-label={`${day}, to`}
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
