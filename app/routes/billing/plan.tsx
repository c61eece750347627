import { href, redirect } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { planChoice } from "#app/domain/money/plans/schemas.ts";
import { monthWords } from "#app/platform/calendar.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { billingTypeWords } from "#app/platform/planTypes.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { readSubmission } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { refuse } from "#app/web/submission.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import type { Route } from "./+types/plan";

/** A choice as one value: `Growth prepaid`. */
const choice = z
  .string("Choose a plan")
  .transform((text) => {
    const [planType, billingType] = text.split(" ");
    return { planType, billingType };
  })
  .pipe(planChoice);
const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("choose"), choice }),
  z.object({ intent: z.literal("keep") }),
]);

export const meta: Route.MetaFunction = () => [{ title: "Change plan" }];

export async function loader({ context }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /billing/plans", {}));
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  const { value } = submission;
  if (value.intent === "choose")
    return redirect(`${href("/billing/plan/confirm")}?${new URLSearchParams(value.choice)}`);
  try {
    await context.get(apiContext)("DELETE /billing/plan-change", {});
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect(href("/billing"), { headers: withToast({ kind: "success", text: "You keep your plan." }) });
}

type Offer = CallOutput<"GET /billing/plans">["offers"][number];

const priceOf = (offer: Offer) =>
  offer.billingType === "prepaid" || offer.monthlyCents === 0
    ? `${formatKes(offer.perMessageCents)} a message${offer.includedMessages > 0 ? `, the first ${formatCount(offer.includedMessages)} each month free` : ""}`
    : `${formatKes(offer.monthlyCents)} a month with ${countOf(offer.includedMessages, "message")}, then ${formatKes(offer.perMessageCents)} each`;

export default function ChangePlan({ loaderData: plans, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const now = `${plans.current.planType} ${plans.current.billingType}`;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title="Change plan"
        description={`A change counts from 1 ${monthWords(plans.nextMonth)}. All prices include VAT.`}
      />
      <div className="grid gap-6">
        <ErrorSummary errors={problemsOf(result)} />
        {plans.planned && (
          <Notice
            title={`Planned: ${plans.planned.toPlanType}, ${billingTypeWords[plans.planned.toBillingType].toLowerCase()}`}
          >
            <Form method="post">
              <input type="hidden" name="intent" value="keep" />
              <Button variant="secondary">Keep my plan instead</Button>
            </Form>
          </Notice>
        )}
        <Card>
          <Form method="post" noValidate className="grid gap-5">
            <input type="hidden" name="intent" value="choose" />
            <RadioGroupField
              label="Plan and billing"
              name="choice"
              defaultValue={typedOr(result, "choice", now)}
              error={errorAt(result, "choice")}
              options={plans.offers.map((offer) => ({
                value: `${offer.planType} ${offer.billingType}`,
                label: `${offer.planType}, ${billingTypeWords[offer.billingType].toLowerCase()}${`${offer.planType} ${offer.billingType}` === now ? " (your plan)" : ""}`,
                hint: `${offer.summary}: up to ${countOf(offer.messageLimit, "message")} a month. ${priceOf(offer)}.`,
              }))}
            />
            <div className="row-actions">
              <Button>Continue</Button>
              <ButtonLink variant="secondary" to={href("/billing")}>
                Cancel
              </ButtonLink>
            </div>
          </Form>
        </Card>
      </div>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
