import { href } from "react-router";
import { exchangeForm } from "#app/domain/console/billing/schemas.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field } from "#app/ui/field.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";
import type { Route } from "./+types/exchangeNew";

export const meta: Route.MetaFunction = () => [{ title: m.admin_exchange_new_page_title() }];

export const action = formAction(exchangeForm, async ({ value: { kes, ...rate }, api }) => {
  await api("POST /admin/rates/exchange", { ...rate, kesPerUsdE4: kes });
  return done(
    href("/admin/billing/rates"),
    m.admin_exchange_new_saved_done({ effectiveFrom: longDay(rate.effectiveFrom) }),
  );
});

export default function ExchangeNew({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <ConfirmPage
      title={m.admin_exchange_new_add_exchange_rate()}
      answer={actionData}
      confirm={{ label: m.admin_add_exchange_rate(), harmless: true }}
      keep={{ label: m.common_cancel(), to: href("/admin/billing/rates") }}
    >
      <Field
        {...fieldProps(result, "kes")}
        label={m.admin_billing_usd_rate_label()}
        inputMode="decimal"
        required
      />
      <Field
        {...fieldProps(result, "effectiveFrom")}
        label={m.admin_from()}
        type="date"
        required
        hint={m.admin_exchange_new_day_hint()}
      />
      <Field
        {...fieldProps(result, "reason")}
        maxLength={500}
        label={m.common_reason()}
        required
        hint={m.admin_exchange_new_reason_hint()}
      />
    </ConfirmPage>
  );
}
