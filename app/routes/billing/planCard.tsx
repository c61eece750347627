import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { planWords } from "#app/platform/money/planTypes.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList } from "#app/ui/page.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";
import { m } from "#messages";

/** The plan, its messages of this month, and the next bill. */
export function PlanCard({
  wallet,
  plans,
  paidCents,
  mayAct,
}: {
  wallet: CallOutput<"GET /wallet">;
  plans: CallOutput<"GET /billing/plans">;
  /** The wallet's spending on messages this month. */
  paidCents: number;
  mayAct: boolean;
}) {
  const { plan } = wallet;
  const limit = plan.messageLimit;
  return (
    <Card
      title={m.common_plan()}
      actions={
        mayAct && (
          <ButtonLink to={href("/billing/plan")} variant="secondary">
            {m.billing_plan_change_plan()}
          </ButtonLink>
        )
      }
    >
      <div className="grid gap-4">
        {plan.includedMessages > 0 && (
          <ProgressBar
            label={m.billing_plan_used_label({
              used: formatCount(plan.includedUsed),
              messages: counted(m.counts_messages, plan.includedMessages),
            })}
            value={plan.includedUsed}
            max={plan.includedMessages}
          />
        )}
        <p>{monthText(plan, paidCents)}</p>
        {plan.delivered >= limit && (
          <Notice
            tone="warn"
            title={m.billing_plan_outgrown_notice({ messages: counted(m.counts_messages, limit) })}
          >
            {m.billing_plan_over_limit_notice()}
          </Notice>
        )}
        <DescriptionList items={factsOf(plan, plans)} />
        {plans.planned && (
          <Notice
            title={m.billing_plan_planned_title({
              effectiveMonth: monthWords(plans.planned.effectiveMonth),
            })}
          >
            {planWords(plans.planned.toPlanType, plans.planned.toBillingType)}
          </Notice>
        )}
      </div>
    </Card>
  );
}

type Plan = CallOutput<"GET /wallet">["plan"];

/** The use of this month and its price, in one sentence. */
function monthText({ delivered, includedMessages }: Plan, paidCents: number) {
  const messages = counted(m.counts_messages, delivered);
  if (includedMessages === 0)
    return m.billing_plan_month_from_wallet_text({ messages, paid: formatKes(paidCents) });
  return m.billing_plan_month_text({
    messages,
    included: formatCount(includedMessages),
    extra: formatKes(paidCents),
  });
}

function factsOf(plan: Plan, { nextMonth }: CallOutput<"GET /billing/plans">) {
  const hasFee = plan.monthlyCents > 0;
  return [
    { term: m.common_plan(), value: plan.planType },
    {
      term: m.common_billing(),
      value: hasFee ? m.billing_plan_fee_invoiced() : m.billing_plan_no_invoice(),
    },
    { term: m.billing_plan_monthly_fee_incl_vat(), value: <Money cents={plan.monthlyCents} /> },
    {
      term: m.billing_plan_included_per_month(),
      value: counted(m.counts_messages, plan.includedMessages),
    },
    ...(hasFee
      ? [
          {
            term: m.billing_plan_next_billing(),
            value: (
              <ParaglideMessage
                message={m.billing_plan_next_billing_text}
                inputs={{ nextMonth: monthWords(nextMonth), month: monthWords(plan.month) }}
                markup={{ money: () => <Money cents={plan.monthlyCents} /> }}
              />
            ),
          },
        ]
      : []),
  ];
}
