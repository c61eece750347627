import { href } from "react-router";
import { exchangeForm } from "#app/domain/console/billing/schemas.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field } from "#app/ui/field.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { errorAt, typedOr } from "#app/web/problems.ts";
import type { Route } from "./+types/exchangeNew";

export const meta: Route.MetaFunction = () => [{ title: "Add exchange rate – Administration" }];

export const action = formAction(exchangeForm, async ({ value: { kes, ...rate }, api }) => {
  await api("POST /admin/rates/exchange", { ...rate, kesPerUsdE4: kes });
  return done(href("/admin/billing/rates"), `The exchange rate holds from ${rate.effectiveFrom}.`);
});

export default function ExchangeNew({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <ConfirmPage
      title="Add an exchange rate"
      answer={actionData}
      confirm={{ label: "Add exchange rate", harmless: true }}
      keep={{ label: "Cancel", to: href("/admin/billing/rates") }}
    >
      <Field
        label="KES for USD 1"
        name="kes"
        inputMode="decimal"
        required
        defaultValue={typedOr(result, "kes", "")}
        error={errorAt(result, "kes")}
      />
      <Field
        label="From"
        name="effectiveFrom"
        type="date"
        required
        hint="Tomorrow or later."
        defaultValue={typedOr(result, "effectiveFrom", "")}
        error={errorAt(result, "effectiveFrom")}
      />
      <Field
        label="Reason"
        name="reason"
        required
        hint="Where it is from."
        defaultValue={typedOr(result, "reason", "")}
        error={errorAt(result, "reason")}
      />
    </ConfirmPage>
  );
}
