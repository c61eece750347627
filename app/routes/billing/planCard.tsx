import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { monthWords } from "#app/platform/calendar.ts";
import { counted, formatCount } from "#app/platform/counts.ts";
import { billingTypeWords } from "#app/platform/planTypes.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList } from "#app/ui/page.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";
import { m } from "#messages";

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
      title={m.common_plan()}
      actions={
        mayAct && (
          <ButtonLink to={href("/billing/plan")} variant="secondary">
            {m.billing_change_plan()}
          </ButtonLink>
        )
      }
    >
      <div className="grid gap-4">
        <ProgressBar
          label={m.billing_of_this_month({
            delivered: formatCount(plan.delivered),
            messages: counted(m.counts_messages, limit),
          })}
          value={plan.delivered}
          max={limit}
        />
        {plan.delivered >= limit && (
          <Notice tone="warn" title={m.billing_you_have_reached_the_size_of()}>
            {m.billing_messages_still_go_out_a_larger()}
          </Notice>
        )}
        <DescriptionList
          items={[
            { term: m.common_plan(), value: plan.planType },
            {
              term: m.common_billing(),
              value: isPostpaid
                ? "Postpaid: monthly; extra messages are paid from the wallet"
                : "Prepaid, from the wallet",
            },
            { term: m.billing_monthly_fee_incl_vat(), value: <Money cents={plan.monthlyCents} /> },
            {
              term: m.billing_included_each_month(),
              value: counted(m.counts_messages, plan.includedMessages),
            },
            {
              term: isPostpaid ? m.billing_extra_messages() : m.common_messages(),
              value: (
                <>
                  <Money cents={plan.perMessageCents} /> {m.billing_each_incl_vat()}
                </>
              ),
            },
            {
              term: m.billing_next_billing(),
              value:
                plan.monthlyCents > 0 ? (
                  <>
                    1 {monthWords(plans.nextMonth)}, <Money cents={plan.monthlyCents} /> {m.billing_for()}{" "}
                    {monthWords(plan.month)}
                  </>
                ) : (
                  "Nothing is billed: you pay from the wallet"
                ),
            },
          ]}
        />
        {plans.planned && (
          <Notice
            title={m.billing_a_change_is_planned_for_1({
              effectiveMonth: monthWords(plans.planned.effectiveMonth),
            })}
          >
            {plans.planned.toPlanType}, {billingTypeWords[plans.planned.toBillingType].toLowerCase()}.
          </Notice>
        )}
      </div>
    </Card>
  );
}
