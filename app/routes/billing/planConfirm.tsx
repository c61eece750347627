import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, redirect, replace } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { planChoice } from "#app/domain/money/plans/schemas.ts";
import { planWords } from "#app/platform/money/planTypes.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Form } from "#app/ui/form.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/planConfirm";
import { PriceTable } from "./priceTable.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.billing_plan_confirm_page_title() }];

/** The choice in the address. @throws a redirect back when it is not a plan. */
function chosen(request: Request) {
  const parsed = planChoice.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!parsed.success) throw replace(href("/billing/plan"));
  return parsed.data;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const choice = chosen(request);
  const plans = await pageApi(context)("GET /billing/plans", {});
  const find = (wanted: typeof choice) =>
    plans.offers.find(
      ({ planType, billingType }) => planType === wanted.planType && billingType === wanted.billingType,
    );
  const [before, after] = [find(plans.current), find(choice)];
  if (!before || !after || before === after) throw replace(href("/billing/plan"));
  return { before, after, nextMonth: plans.nextMonth, usualMessages: plans.usualMessages };
}

export async function action({ request, context }: Route.ActionArgs) {
  const choice = chosen(request);
  try {
    const { effectiveMonth } = await context.get(apiContext)("POST /billing/plan-change", choice);
    const text = m.billing_plan_confirm_planned_done({
      plan: planWords(choice.planType, choice.billingType),
      effectiveMonth: monthWords(effectiveMonth),
    });
    return redirect(href("/billing"), { headers: withToast({ kind: "success", text }) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return redirect(href("/billing/plan"), { headers: withToast({ kind: "error", text: error.message }) });
  }
}

export default function ConfirmPlan({ loaderData }: Route.ComponentProps) {
  const { before, after, nextMonth, usualMessages } = loaderData;
  const difference = after.estimatedCents - before.estimatedCents;
  const rows = [
    { name: m.billing_monthly_fee(), of: (offer: typeof after) => <Money cents={offer.monthlyCents} /> },
    {
      name: m.billing_plan_confirm_messages_included(),
      of: (offer: typeof after) => counted(m.counts_messages, offer.includedMessages),
    },
    {
      name: m.billing_each_additional_message(),
      of: (offer: typeof after) => <Money cents={offer.perMessageCents} />,
    },
    {
      name: m.billing_plan_confirm_best_for_row(),
      of: (offer: typeof after) =>
        m.billing_plan_confirm_messages_of_plan({
          messages: counted(m.counts_messages, offer.messageLimit),
        }),
    },
    {
      name: m.billing_plan_confirm_monthly_total_row({ messages: counted(m.counts_messages, usualMessages) }),
      of: (offer: typeof after) => <Money cents={offer.estimatedCents} />,
    },
  ];
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={m.billing_plan_confirm_title({
          plan: planWords(after.planType, after.billingType),
        })}
        description={m.billing_plan_confirm_lead({ nextMonth: monthWords(nextMonth) })}
      />
      <Card>
        <div className="grid gap-5">
          <DataTable
            caption={m.billing_plan_confirm_difference_caption()}
            wide
            rows={rows}
            keyOf={({ name }) => name}
            columns={[
              { header: m.common_details, plain: "hidden", cell: ({ name }) => name },
              { header: m.common_now, cell: ({ of }) => of(before) },
              {
                header: m.billing_plan_confirm_from({ nextMonth: monthWords(nextMonth) }),
                cell: ({ of }) => of(after),
              },
            ]}
          />
          <p>
            {difference === 0 ? (
              m.billing_plan_confirm_same_cost_text()
            ) : (
              <ParaglideMessage
                message={difference > 0 ? m.billing_plan_confirm_more_text : m.billing_plan_confirm_less_text}
                markup={{
                  money: () => <Money cents={Math.abs(difference)} />,
                  strong: ({ children }) => <strong>{children}</strong>,
                }}
              />
            )}
          </p>
          <Form method="post" className="row-actions">
            <Button>{m.billing_plan_change_plan()}</Button>
            <ButtonLink variant="secondary" to={href("/billing/plan")}>
              {m.common_back()}
            </ButtonLink>
          </Form>
        </div>
      </Card>
      <div className="mt-6">
        <PriceTable price={after.messagePrice} />
      </div>
    </div>
  );
}
