import { href } from "react-router";
import { priceForm } from "#app/domain/console/billing/schemas.ts";
import { plans } from "#app/domain/console/words.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";
import type { Route } from "./+types/priceNew";

export const meta: Route.MetaFunction = () => [{ title: m.admin_add_price_administration() }];

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
      m.admin_the_price_holds_from_whom_it({ effectiveFrom: longDay(price.effectiveFrom) }),
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
      title={m.admin_add_a_price_of_ours()}
      answer={actionData}
      confirm={{ label: m.admin_add_price(), harmless: true }}
      keep={{ label: m.common_cancel(), to: href("/admin/billing/rates") }}
    >
      <SelectField
        {...fieldProps(result, "planType", "Starter")}
        label={m.common_plan()}
        options={[
          ...plans.map((plan) => ({ value: plan as string, label: plan as string })),
          { value: "*", label: m.admin_all_plans_without_a_price_of() },
        ]}
      />
      <SelectField
        {...fieldProps(result, "billingType", "postpaid")}
        label={m.common_billing()}
        options={[
          { value: "postpaid", label: m.admin_postpaid() },
          { value: "prepaid", label: m.admin_prepaid() },
        ]}
      />
      {field("monthlyKes", m.admin_kes_a_month())}
      {field("includedMessages", m.admin_messages_included_a_month())}
      {field("perMessageKes", m.admin_kes_for_each_message_beyond_them())}
      {field("effectiveFrom", m.admin_since_when(), {
        type: "date",
        hint: m.admin_at_least_30_days_from_now(),
      })}
      <Field
        {...fieldProps(result, "reason")}
        label={m.common_reason()}
        required
        hint={m.admin_it_is_mailed_to_every_organisation()}
      />
    </ConfirmPage>
  );
}
