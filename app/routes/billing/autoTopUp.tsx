import { href } from "react-router";
import { autoTopUpForm } from "#app/domain/money/autoTopUp/schemas.ts";
import { readablePhone } from "#app/platform/readablePhone.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { useRoot } from "#app/web/useRoot.ts";
import type { Route } from "./+types/autoTopUp";

export const meta: Route.MetaFunction = () => [{ title: "Automatic top-up" }];

export async function loader({ context }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /auto-top-up", {}));
}

export const action = formAction(autoTopUpForm, async ({ value, api }) => {
  await api("PUT /auto-top-up", value);
  return done(href("/billing"), value.isOn === "on" ? "Automatic top-up is on." : "Automatic top-up is off.");
});

const kes = (cents: number | undefined, otherwise: number) => String((cents ?? otherwise * 100) / 100);

export default function AutoTopUp({ loaderData: { autoTopUp }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const user = useRoot()?.user;
  const phone = autoTopUp?.phone ?? user?.phoneNumber;
  return (
    <>
      <PageHeader
        title="Automatic top-up"
        description="When the wallet runs low, an M-Pesa request goes to the phone. Nothing is taken without the PIN."
      />
      <Card className="max-w-xl">
        <Form method="post" noValidate className="grid gap-4">
          <ErrorSummary errors={problemsOf(result)} />
          <RadioGroupField
            label="Automatic top-up"
            name="isOn"
            defaultValue={typedOr(result, "isOn", autoTopUp && !autoTopUp.isOn ? "off" : "on")}
            error={errorAt(result, "isOn")}
            options={[
              { value: "on", label: "On" },
              { value: "off", label: "Off" },
            ]}
          />
          <Field
            label="When the wallet falls below, KES"
            name="thresholdKes"
            inputMode="numeric"
            autoComplete="off"
            required
            defaultValue={typedOr(result, "thresholdKes", kes(autoTopUp?.thresholdCents, 500))}
            error={errorAt(result, "thresholdKes")}
          />
          <Field
            label="Top up by, KES"
            name="amountKes"
            inputMode="numeric"
            autoComplete="off"
            required
            hint="Whole shillings, 10 to 250,000"
            defaultValue={typedOr(result, "amountKes", kes(autoTopUp?.amountCents, 1000))}
            error={errorAt(result, "amountKes")}
          />
          <Field
            label="At most in a day, KES"
            name="dailyCapKes"
            inputMode="numeric"
            autoComplete="off"
            required
            hint="Whatever happens, no more than this is asked for in 24 hours"
            defaultValue={typedOr(result, "dailyCapKes", kes(autoTopUp?.dailyCapCents, 5000))}
            error={errorAt(result, "dailyCapKes")}
          />
          <Field
            label="M-Pesa number"
            name="phone"
            type="tel"
            autoComplete="tel"
            required
            hint="The phone that gets the request"
            defaultValue={typedOr(result, "phone", phone ? readablePhone(phone) : "")}
            error={errorAt(result, "phone")}
          />
          <p className="row-actions">
            <Button>Save</Button>
            <ButtonLink to={href("/billing")} variant="quiet">
              Cancel
            </ButtonLink>
          </p>
        </Form>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
