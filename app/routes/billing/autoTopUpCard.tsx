import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatKes } from "#app/platform/money.ts";
import { readablePhone } from "#app/platform/readablePhone.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/page.tsx";

/** Whether the wallet fills itself, and how. */
export function AutoTopUpCard({
  autoTopUp,
  mayAct,
}: {
  autoTopUp: CallOutput<"GET /auto-top-up">["autoTopUp"];
  mayAct: boolean;
}) {
  const isOn = autoTopUp?.isOn ?? false;
  return (
    <Card title="Automatic top-up">
      <div className="grid gap-3">
        <p>
          <Badge tone={isOn ? "good" : "neutral"}>{isOn ? "On" : "Off"}</Badge>{" "}
          {isOn && autoTopUp
            ? `When the wallet falls below ${formatKes(autoTopUp.thresholdCents)}, a request for ${formatKes(autoTopUp.amountCents)} goes to ${readablePhone(autoTopUp.phone)}, for at most ${formatKes(autoTopUp.dailyCapCents)} a day.`
            : "When the wallet runs low, an M-Pesa request can go to your phone by itself."}
        </p>
        {autoTopUp?.isUnderWay && <p>A request is on the phone now.</p>}
        {autoTopUp?.lastProblem && <p>Last try: {autoTopUp.lastProblem}</p>}
        {mayAct && (
          <p>
            <ButtonLink variant="secondary" to={href("/billing/auto-top-up")}>
              {isOn ? "Change automatic top-up" : "Set up automatic top-up"}
            </ButtonLink>
          </p>
        )}
      </div>
    </Card>
  );
}
