import { href, redirect } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { planChoice } from "#app/domain/money/plans/schemas.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { planSummaries, planWords } from "#app/platform/money/planTypes.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { Button } from "#app/ui/button.tsx";
import { RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/plan";
import { PriceTable } from "./priceTable.tsx";

/** A choice as one value: `Growth prepaid`. */
const choice = z
  .string({ error: () => m.billing_plan_choose_plan_error() })
  .transform((text) => {
    const [planType, billingType] = text.split(" ");
    return { planType, billingType };
  })
  .pipe(planChoice);
const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("choose"), choice }),
  z.object({ intent: z.literal("keep") }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.billing_plan_change_plan() }];

export async function loader({ context }: Route.LoaderArgs) {
  return pageApi(context)("GET /billing/plans", {});
}

export const action = formAction(schema, async ({ value, api }) => {
  if (value.intent === "choose")
    return redirect(`${href("/billing/plan/confirm")}?${new URLSearchParams(value.choice)}`);
  await api("DELETE /billing/plan-change", {});
  return done(href("/billing"), m.billing_plan_kept_done());
});

type Offer = CallOutput<"GET /billing/plans">["offers"][number];

const perMessageWords = ({ perMessageCents, includedMessages }: Offer) =>
  includedMessages > 0
    ? m.billing_plan_per_message_with_free({
        perMessage: formatKes(perMessageCents),
        includedMessages: formatCount(includedMessages),
      })
    : m.billing_plan_per_message({ perMessage: formatKes(perMessageCents) });

const nameOf = ({ planType, billingType }: Offer) => planWords(planType, billingType);

const priceOf = (offer: Offer) =>
  offer.billingType === "prepaid" || offer.monthlyCents === 0
    ? perMessageWords(offer)
    : m.billing_plan_monthly_price({
        monthly: formatKes(offer.monthlyCents),
        messages: counted(m.counts_messages, offer.includedMessages),
        perMessage: formatKes(offer.perMessageCents),
      });

/** The prices of a message among the offers, each once. */
const distinctPrices = (offers: readonly Offer[]) => [
  ...new Map(offers.map(({ messagePrice }) => [messagePrice.walletCents, messagePrice])).values(),
];

export default function ChangePlan({ loaderData: plans, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const now = `${plans.current.planType} ${plans.current.billingType}`;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={m.billing_plan_change_plan()}
        description={m.billing_plan_lead({ nextMonth: monthWords(plans.nextMonth) })}
      />
      <div className="grid gap-6">
        <ErrorSummary errors={problemsOf(result)} />
        {plans.planned && (
          <Notice
            title={m.billing_plan_planned_notice({
              plan: planWords(plans.planned.toPlanType, plans.planned.toBillingType),
            })}
          >
            <Form method="post">
              <input type="hidden" name="intent" value="keep" />
              <Button variant="secondary">{m.billing_plan_keep_current_plan_button()}</Button>
            </Form>
          </Notice>
        )}
        <Card>
          <Form method="post" noValidate className="grid gap-5">
            <input type="hidden" name="intent" value="choose" />
            <RadioGroupField
              {...fieldProps(result, "choice", now)}
              label={m.billing_plan_choice_label()}
              options={plans.offers.map((offer) => ({
                value: `${offer.planType} ${offer.billingType}`,
                label:
                  `${offer.planType} ${offer.billingType}` === now
                    ? m.billing_plan_current_offer({ offer: nameOf(offer) })
                    : nameOf(offer),
                hint: m.billing_plan_offer_hint({
                  summary: planSummaries[offer.planType],
                  messages: counted(m.counts_messages, offer.messageLimit),
                  offer: priceOf(offer),
                }),
              }))}
            />
            <FormActions submitLabel={m.common_continue()} cancelTo={href("/billing")} />
          </Form>
        </Card>
        {distinctPrices(plans.offers).map((price) => (
          <PriceTable key={price.walletCents} price={price} />
        ))}
      </div>
    </div>
  );
}
