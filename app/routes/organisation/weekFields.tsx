import type { CallOutput } from "#app/api/client.server.ts";
import { weekdays } from "#app/domain/messaging/inboxSettings/words.ts";
import { type FormResult, fieldError } from "#app/web/fields.ts";
import { m } from "#messages";

type WorkingWeek = NonNullable<CallOutput<"GET /inbox/settings">["settings"]["workingWeek"]>;

/** Monday to Friday by default. */
const usual = { from: "08:00", to: "17:00" };

/** Opening hours by day. `week`: the stored ones. */
export function WeekFields({ week, result }: { week: WorkingWeek | null; result: FormResult }) {
  const typed = result?.initialValue?.workingWeek as { from?: string; to?: string }[] | undefined;
  const storedOf = (index: number) => (week ? week[index] : index < 5 ? usual : null);
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
                aria-label={m.organisation_inbox_from_label({ day })}
              />
              <input
                className="input"
                type="time"
                name={`${name}.to`}
                defaultValue={hours?.to ?? ""}
                aria-label={m.organisation_inbox_to_label({ day })}
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
