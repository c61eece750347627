import { href } from "react-router";
import { priceForm } from "#app/domain/console/billing/schemas.ts";
import { noticeDays } from "#app/domain/console/billing/words.ts";
import { plans } from "#app/domain/console/words.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";
import type { Route } from "./+types/priceNew";

export const meta: Route.MetaFunction = () => [{ title: m.admin_price_new_page_title() }];

export const action = formAction(
  priceForm,
  async ({ value: { monthlyKes, perMessageKes, ...price }, api }) => {
    await api("POST /admin/rates/prices", {
      ...price,
      monthlyCents: monthlyKes,
      perMessageCents: perMessageKes,
    });
    return done(
      href("/admin/billing/rates"),
      m.admin_price_new_saved_done({ effectiveFrom: longDay(price.effectiveFrom) }),
    );
  },
);

export default function PriceNew({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const field = (name: string, label: string, more: { hint?: string; type?: string } = {}) => (
    <Field
      {...fieldProps(result, name)}
      label={label}
      required
      {...(more.type ? { type: more.type } : { inputMode: "decimal" as const })}
      hint={more.hint}
    />
  );
  return (
    <ConfirmPage
      title={m.admin_price_new_add_price_title()}
      answer={actionData}
      confirm={{ label: m.admin_add_price(), harmless: true }}
      keep={{ label: m.common_cancel(), to: href("/admin/billing/rates") }}
    >
      <SelectField
        {...fieldProps(result, "planType", "Starter")}
        label={m.common_plan()}
        options={[
          ...plans.map((plan) => ({ value: plan as string, label: plan as string })),
          { value: "*", label: m.admin_price_new_all_plans_option() },
        ]}
      />
      <SelectField
        {...fieldProps(result, "billingType", "postpaid")}
        label={m.common_billing()}
        options={[
          { value: "postpaid", label: m.common_billing_type_postpaid() },
          { value: "prepaid", label: m.common_billing_type_prepaid() },
        ]}
      />
      {field("monthlyKes", m.admin_price_new_kes_per_month())}
      {field("includedMessages", m.admin_price_new_included_label())}
      {field("perMessageKes", m.admin_price_new_per_message_label())}
      {field("effectiveFrom", m.admin_from(), {
        type: "date",
        hint: m.admin_price_new_day_hint({ days: noticeDays }),
      })}
      <Field
        {...fieldProps(result, "reason")}
        maxLength={500}
        label={m.common_reason()}
        required
        hint={m.admin_price_new_reason_hint()}
      />
    </ConfirmPage>
  );
}
