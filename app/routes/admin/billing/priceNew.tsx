import { href } from "react-router";
import { priceForm } from "#app/domain/console/billing/schemas.ts";
import { plans } from "#app/domain/console/words.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { errorAt, typedOr } from "#app/web/problems.ts";
import type { Route } from "./+types/priceNew";

export const meta: Route.MetaFunction = () => [{ title: "Add price – Administration" }];

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
      `The price holds from ${price.effectiveFrom}. Whom it concerns is told.`,
    );
  },
);

export default function PriceNew({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const field = (name: string, label: string, more: { hint?: string; type?: string } = {}) => (
    <Field
      label={label}
      name={name}
      required
      {...(more.type ? { type: more.type } : { inputMode: "decimal" as const })}
      hint={more.hint}
      defaultValue={typedOr(result, name, "")}
      error={errorAt(result, name)}
    />
  );
  return (
    <ConfirmPage
      title="Add a price of ours"
      answer={actionData}
      confirm={{ label: "Add price", harmless: true }}
      keep={{ label: "Cancel", to: href("/admin/billing/rates") }}
    >
      <SelectField
        label="Plan"
        name="planType"
        defaultValue={typedOr(result, "planType", "Starter")}
        options={[
          ...plans.map((plan) => ({ value: plan as string, label: plan as string })),
          { value: "*", label: "All plans without a price of their own" },
        ]}
        error={errorAt(result, "planType")}
      />
      <SelectField
        label="Billing"
        name="billingType"
        defaultValue={typedOr(result, "billingType", "postpaid")}
        options={[
          { value: "postpaid", label: "Postpaid" },
          { value: "prepaid", label: "Prepaid" },
        ]}
        error={errorAt(result, "billingType")}
      />
      {field("monthlyKes", "KES a month")}
      {field("includedMessages", "Messages included a month")}
      {field("perMessageKes", "KES for each message beyond them")}
      {field("effectiveFrom", "From", {
        type: "date",
        hint: "At least 30 days from now: the terms promise that notice.",
      })}
      <Field
        label="Reason"
        name="reason"
        required
        hint="It is mailed to every organisation that it concerns."
        defaultValue={typedOr(result, "reason", "")}
        error={errorAt(result, "reason")}
      />
    </ConfirmPage>
  );
}
