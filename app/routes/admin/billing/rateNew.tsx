import { href } from "react-router";
import { rateForm } from "#app/domain/console/billing/schemas.ts";
import { metaCategories, metaMarkets } from "#app/domain/console/billing/words.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { errorAt, typedOr } from "#app/web/problems.ts";
import type { Route } from "./+types/rateNew";

export const meta: Route.MetaFunction = () => [{ title: "Add rate – Administration" }];

export const action = formAction(rateForm, async ({ value: { usd, ...rate }, api }) => {
  await api("POST /admin/rates/meta", { ...rate, microUsd: usd });
  return done(href("/admin/billing/rates"), `The rate holds from ${rate.effectiveFrom}.`);
});

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export default function RateNew({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <ConfirmPage
      title="Add a rate of Meta's"
      answer={actionData}
      confirm={{ label: "Add rate", harmless: true }}
      keep={{ label: "Cancel", to: href("/admin/billing/rates") }}
    >
      <SelectField
        label="Market"
        name="market"
        defaultValue={typedOr(result, "market", "Rest of Africa")}
        options={optionsOf(metaMarkets)}
        error={errorAt(result, "market")}
      />
      <SelectField
        label="Category"
        name="category"
        defaultValue={typedOr(result, "category", "marketing")}
        options={optionsOf(metaCategories)}
        error={errorAt(result, "category")}
      />
      <Field
        label="USD for a delivered message"
        name="usd"
        inputMode="decimal"
        required
        defaultValue={typedOr(result, "usd", "")}
        error={errorAt(result, "usd")}
      />
      <Field
        label="From"
        name="effectiveFrom"
        type="date"
        required
        hint="Tomorrow or later. Meta changes its rates on the first of January, April, July and October."
        defaultValue={typedOr(result, "effectiveFrom", "")}
        error={errorAt(result, "effectiveFrom")}
      />
      <Field
        label="Reason"
        name="reason"
        required
        defaultValue={typedOr(result, "reason", "")}
        error={errorAt(result, "reason")}
      />
    </ConfirmPage>
  );
}
