import { href } from "react-router";
import { exchangeForm } from "#app/domain/console/billing/schemas.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Field } from "#app/ui/field.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";
import type { Route } from "./+types/exchangeNew";

export const meta: Route.MetaFunction = () => [{ title: m.admin_add_exchange_rate_administration() }];

export const action = formAction(exchangeForm, async ({ value: { kes, ...rate }, api }) => {
  await api("POST /admin/rates/exchange", { ...rate, kesPerUsdE4: kes });
  return done(
    href("/admin/billing/rates"),
    m.admin_the_exchange_rate_holds_from({ effectiveFrom: longDay(rate.effectiveFrom) }),
  );
});

export default function ExchangeNew({ actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <ConfirmPage
      title={m.admin_add_an_exchange_rate()}
      answer={actionData}
      confirm={{ label: m.admin_add_exchange_rate(), harmless: true }}
      keep={{ label: m.common_cancel(), to: href("/admin/billing/rates") }}
    >
      <Field {...fieldProps(result, "kes")} label={m.admin_kes_for_usd_1()} inputMode="decimal" required />
      <Field
        {...fieldProps(result, "effectiveFrom")}
        label={m.admin_since_when()}
        type="date"
        required
        hint={m.admin_tomorrow_or_later()}
      />
      <Field
        {...fieldProps(result, "reason")}
        label={m.common_reason()}
        required
        hint={m.admin_where_it_is_from()}
      />
    </ConfirmPage>
  );
}
