import { href } from "react-router";
import { autoTopUpForm } from "#app/domain/money/autoTopUp/schemas.ts";
import { topUpKes } from "#app/domain/money/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/autoTopUp";

export const meta: Route.MetaFunction = () => [{ title: m.billing_auto_top_up_automatic_top_up() }];

export async function loader({ context }: Route.LoaderArgs) {
  return pageApi(context)("GET /auto-top-up", {});
}

export const action = formAction(autoTopUpForm, async ({ value, api }) => {
  await api("PUT /auto-top-up", value);
  return done(
    href("/billing"),
    value.isOn === "on" ? m.billing_auto_top_up_on_done() : m.billing_auto_top_up_off_done(),
  );
});

const kes = (cents: number | undefined, otherwise: number) => String((cents ?? otherwise * 100) / 100);

export default function AutoTopUp({ loaderData: { autoTopUp }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const user = useRoot()?.user;
  const phone = autoTopUp?.phone ?? user?.phoneNumber;
  return (
    <>
      <PageHeader
        title={m.billing_auto_top_up_automatic_top_up()}
        description={m.billing_auto_top_up_lead()}
      />
      <Card className="max-w-xl">
        <Form method="post" noValidate className="grid gap-4">
          <ErrorSummary errors={problemsOf(result)} />
          <RadioGroupField
            {...fieldProps(result, "isOn", autoTopUp && !autoTopUp.isOn ? "off" : "on")}
            label={m.billing_auto_top_up_automatic_top_up()}
            options={[
              { value: "on", label: m.common_on() },
              { value: "off", label: m.common_off() },
            ]}
          />
          <Field
            {...fieldProps(result, "thresholdKes", kes(autoTopUp?.thresholdCents, 500))}
            label={m.billing_auto_top_up_threshold_kes_label()}
            inputMode="numeric"
            autoComplete="off"
            required
          />
          <Field
            {...fieldProps(result, "amountKes", kes(autoTopUp?.amountCents, 1000))}
            label={m.billing_auto_top_up_amount_kes_label()}
            inputMode="numeric"
            autoComplete="off"
            required
            hint={m.billing_amount_range_hint({
              least: formatCount(topUpKes.least),
              most: formatCount(topUpKes.most),
            })}
          />
          <Field
            {...fieldProps(result, "dailyCapKes", kes(autoTopUp?.dailyCapCents, 5000))}
            label={m.billing_auto_top_up_daily_cap_kes_label()}
            inputMode="numeric"
            autoComplete="off"
            required
            hint={m.billing_auto_top_up_daily_cap_kes_hint()}
          />
          <Field
            {...fieldProps(result, "phone", phone ? readablePhone(phone) : "")}
            label={m.common_mpesa_number()}
            type="tel"
            autoComplete="tel"
            required
            hint={m.billing_auto_top_up_phone_hint()}
          />
          <FormActions submitLabel={m.common_save()} cancelTo={href("/billing")} />
        </Form>
      </Card>
    </>
  );
}
