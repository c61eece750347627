import { href } from "react-router";
import { rateForm } from "#app/domain/console/billing/schemas.ts";
import { marketName, metaCategories, metaMarkets, metaWord } from "#app/domain/console/billing/words.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";
import type { Route } from "./+types/rateNew";

export const meta: Route.MetaFunction = () => [{ title: m.admin_rate_new_page_title() }];

export const action = formAction(rateForm, async ({ value: { usd, ...rate }, api }) => {
  await api("POST /admin/rates/meta", { ...rate, microUsd: usd });
  return done(
    href("/admin/billing/rates"),
    m.admin_rate_new_rate_applies_done({ effectiveFrom: longDay(rate.effectiveFrom) }),
  );
});

const optionsOf = (values: readonly string[], words: (value: string) => string) =>
  values.map((value) => ({ value, label: words(value) }));

export default function RateNew({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <ConfirmPage
      title={m.admin_rate_new_add_meta_rate_title()}
      answer={actionData}
      confirm={{ label: m.admin_add_rate(), harmless: true }}
      keep={{ label: m.common_cancel(), to: href("/admin/billing/rates") }}
    >
      <SelectField
        {...fieldProps(result, "market", "Rest of Africa")}
        label={m.admin_market()}
        options={optionsOf(metaMarkets, marketName)}
      />
      <SelectField
        {...fieldProps(result, "category", "marketing")}
        label={m.common_category()}
        options={optionsOf(metaCategories, metaWord)}
      />
      <Field
        {...fieldProps(result, "usd")}
        label={m.admin_rate_new_usd_label()}
        inputMode="decimal"
        required
      />
      <Field
        {...fieldProps(result, "effectiveFrom")}
        label={m.admin_from()}
        type="date"
        required
        hint={m.admin_rate_new_day_hint()}
      />
      <Field {...fieldProps(result, "reason")} maxLength={500} label={m.common_reason()} required />
    </ConfirmPage>
  );
}
