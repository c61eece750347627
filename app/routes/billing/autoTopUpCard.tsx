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
    <Card title={m.billing_automatic_top_up()}>
      <div className="grid gap-3">
        <p>
          <Badge tone={isOn ? "good" : "neutral"}>{isOn ? m.common_on() : m.common_off()}</Badge>{" "}
          {isOn && autoTopUp
            ? m.billing_when_the_wallet_falls_below_a({
                threshold: formatKes(autoTopUp.thresholdCents),
                amount: formatKes(autoTopUp.amountCents),
                phone: readablePhone(autoTopUp.phone),
                dailyCap: formatKes(autoTopUp.dailyCapCents),
              })
            : m.billing_when_the_wallet_runs_low_an_2()}
        </p>
        {autoTopUp?.isUnderWay && <p>{m.billing_a_request_is_on_the_phone()}</p>}
        {autoTopUp?.lastProblem && <p>{m.billing_last_try({ lastProblem: autoTopUp.lastProblem })}</p>}
        {mayAct && (
          <p>
            <ButtonLink variant="secondary" to={href("/billing/auto-top-up")}>
              {isOn ? m.billing_change_automatic_top_up() : m.billing_set_up_automatic_top_up()}
            </ButtonLink>
          </p>
        )}
      </div>
    </Card>
  );
}
