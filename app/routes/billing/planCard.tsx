import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { monthWords } from "#app/platform/calendar.ts";
import { counted, formatCount } from "#app/platform/counts.ts";
import { inSentence } from "#app/platform/inSentence.ts";
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
  const limit = plan.messageLimit;
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
              value: isPostpaid ? m.billing_postpaid_from_the_wallet() : m.billing_prepaid_from_the_wallet(),
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
                  <ParaglideMessage
                    message={m.billing_next_fee}
                    inputs={{ nextMonth: monthWords(plans.nextMonth), month: monthWords(plan.month) }}
                    markup={{ money: () => <Money cents={plan.monthlyCents} /> }}
                  />
                ) : (
                  m.billing_nothing_is_billed()
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
            {plans.planned.toPlanType}, {inSentence(billingTypeWords[plans.planned.toBillingType])}.
          </Notice>
        )}
      </div>
    </Card>
  );
}
