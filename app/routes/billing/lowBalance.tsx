import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { countOf } from "#app/platform/counts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** Below this many days the wallet is called low. */
const lowDays = 7;

/** Says when the wallet will be empty, if that is soon. */
export function LowBalance({
  pace,
  mayAct,
}: {
  pace: CallOutput<"GET /billing/spending">["pace"];
  mayAct: boolean;
}) {
  if (pace.daysLeft === null || pace.daysLeft >= lowDays) return null;
  const isEmpty = pace.daysLeft === 0;
  return (
    <Notice
      tone={isEmpty ? "bad" : "warn"}
      title={
        isEmpty
          ? "Your wallet lasts less than a day"
          : `Your wallet lasts about ${countOf(pace.daysLeft, "more day")}`
      }
    >
      <div className="grid gap-3">
        <p>
          You spent <Money cents={pace.perDayCents} /> a day in the last {pace.averageDays} days.
        </p>
        {mayAct && (
          <p>
            <ButtonLink to={href("/billing/top-up")}>Top up</ButtonLink>
          </p>
        )}
      </div>
    </Notice>
  );
}
