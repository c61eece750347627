import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { m } from "#messages";

/** Below this many days the balance is called low. */
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
          ? m.billing_low_balance_empty_title()
          : m.billing_low_balance_days_title({
              days: counted(m.counts_more_days, pace.daysLeft),
            })
      }
    >
      <div className="grid gap-3">
        <p>
          <ParaglideMessage
            message={m.billing_low_balance_pace_text}
            inputs={{ averageDays: pace.averageDays }}
            markup={{ money: () => <Money cents={pace.perDayCents} /> }}
          />
        </p>
        {mayAct && (
          <p>
            <ButtonLink to={href("/billing/top-up")}>{m.billing_top_up_link()}</ButtonLink>
          </p>
        )}
      </div>
    </Notice>
  );
}
