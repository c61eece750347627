import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { monthWords } from "#app/platform/calendar.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { billingTypeWords } from "#app/platform/planTypes.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList } from "#app/ui/page.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";

/** The plan, how much of it is used, and what is billed next. */
export function PlanCard({
  wallet,
  plans,
  mayAct,
}: {
  wallet: CallOutput<"GET /wallet">;
  plans: CallOutput<"GET /billing/plans">;
  mayAct: boolean;
}) {
  const { plan } = wallet;
  const offer = plans.offers.find(
    ({ planType, billingType }) => planType === plan.planType && billingType === plan.billingType,
  );
  const limit = offer?.messageLimit ?? plan.includedMessages;
  const isPostpaid = plan.billingType === "postpaid";
  return (
    <Card
      title="Plan"
      actions={
        mayAct && (
          <ButtonLink to={href("/billing/plan")} variant="secondary">
            Change plan
          </ButtonLink>
        )
      }
    >
      <div className="grid gap-4">
        <ProgressBar
          label={`${formatCount(plan.delivered)} of ${countOf(limit, "message")} this month`}
          value={plan.delivered}
          max={limit}
        />
        {plan.delivered >= limit && (
          <Notice tone="warn" title="You have reached the size of your plan">
            Messages still go out. A larger plan may be cheaper for you.
          </Notice>
        )}
        <DescriptionList
          items={[
            { term: "Plan", value: plan.planType },
            {
              term: "Billing",
              value: isPostpaid
                ? "Postpaid: monthly; extra messages are paid from the wallet"
                : "Prepaid, from the wallet",
            },
            { term: "Monthly fee, incl. VAT", value: <Money cents={plan.monthlyCents} /> },
            { term: "Included each month", value: countOf(plan.includedMessages, "message") },
            {
              term: isPostpaid ? "Extra messages" : "Messages",
              value: (
                <>
                  <Money cents={plan.perMessageCents} /> each, incl. VAT
                </>
              ),
            },
            {
              term: "Next billing",
              value:
                plan.monthlyCents > 0 ? (
                  <>
                    1 {monthWords(plans.nextMonth)}, <Money cents={plan.monthlyCents} /> for{" "}
                    {monthWords(plan.month)}
                  </>
                ) : (
                  "Nothing is billed: you pay from the wallet"
                ),
            },
          ]}
        />
        {plans.planned && (
          <Notice title={`A change is planned for 1 ${monthWords(plans.planned.effectiveMonth)}`}>
            {plans.planned.toPlanType}, {billingTypeWords[plans.planned.toBillingType].toLowerCase()}.
          </Notice>
        )}
      </div>
    </Card>
  );
}
