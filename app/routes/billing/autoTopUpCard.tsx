import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";

/** Whether automatic top-up is on, and its settings. */
export function AutoTopUpCard({
  autoTopUp,
  mayAct,
}: {
  autoTopUp: CallOutput<"GET /auto-top-up">["autoTopUp"];
  mayAct: boolean;
}) {
  const isOn = autoTopUp?.isOn ?? false;
  return (
    <Card title={m.billing_auto_top_up_automatic_top_up()}>
      <div className="grid gap-3">
        <p>
          <Badge tone={isOn ? "good" : "neutral"}>{isOn ? m.common_on() : m.common_off()}</Badge>{" "}
          {isOn && autoTopUp
            ? m.billing_auto_top_up_on_text({
                threshold: formatKes(autoTopUp.thresholdCents),
                amount: formatKes(autoTopUp.amountCents),
                phone: readablePhone(autoTopUp.phone),
                dailyCap: formatKes(autoTopUp.dailyCapCents),
              })
            : m.billing_auto_top_up_off_text()}
        </p>
        {autoTopUp?.isUnderWay && <p>{m.billing_auto_top_up_prompt_open_text()}</p>}
        {autoTopUp?.lastProblem && (
          <p>{m.billing_auto_top_up_last_attempt_text({ lastProblem: autoTopUp.lastProblem })}</p>
        )}
        {mayAct && (
          <p>
            <ButtonLink variant="secondary" to={href("/billing/auto-top-up")}>
              {isOn ? m.billing_edit_automatic_top_up() : m.billing_auto_top_up_set_up_link()}
            </ButtonLink>
          </p>
        )}
      </div>
    </Card>
  );
}
