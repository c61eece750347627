import { href } from "react-router";
import { newTill } from "#app/domain/sales/tills/schemas.ts";
import { kindWords } from "#app/domain/sales/tills/words.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, failed, formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldError, fieldProps, fieldValue, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";
import { KeyFields } from "./keyFields.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.tills_connect_link() }];

export async function loader({ context }: Route.LoaderArgs) {
  const { testTill } = await orThrowPage(context.get(apiContext)("GET /tills", {}));
  return { testTill };
}

export const action = formAction(newTill, async ({ typed, api }) => {
  const { tillId, checks } = await api("POST /tills", typed);
  const page = href("/integrations/mpesa/:tillId", { tillId });
  const isRefused = Object.values(checks).some((check) => check?.state === "failed");
  return isRefused ? failed(page, m.tills_connected_refused()) : done(page, m.tills_connected_done());
});

export default function NewTill({ loaderData: { testTill }, actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader title={m.tills_connect_link()} description={m.tills_new_lead()} />
      {testTill && <TestTill till={testTill} />}
      <Card className="max-w-2xl">
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary errors={problemsOf(result)} />
          <NumberFields result={result} />
          <KeyFields result={result} />
          <FormActions submitLabel={m.tills_connect_button()} cancelTo={href("/integrations/mpesa")} />
        </Form>
      </Card>
    </>
  );
}

/** In the sandbox a paybill without real money, connected by one press. */
const TestTill = ({ till }: { till: NonNullable<Route.ComponentProps["loaderData"]["testTill"]> }) => (
  <div className="mb-6 max-w-2xl">
    <Notice tone="info" title={m.whatsapp_show_sandbox()}>
      <p>{m.tills_sandbox_text({ number: till.number })}</p>
      <Form method="post" className="row-actions mt-3">
        <input type="hidden" name="name" value={m.tills_sandbox_name()} />
        <input type="hidden" name="kind" value="paybill" />
        {Object.entries(till).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button>{m.tills_sandbox_button()}</Button>
      </Form>
    </Notice>
  </div>
);

/** What customers pay to, in the words of Safaricom's papers. */
function NumberFields({ result }: { result: FormResult }) {
  const control = (name: string) => fieldProps(result, name);
  return (
    <>
      <Field
        {...control("name")}
        label={m.common_name()}
        hint={m.tills_name_hint()}
        maxLength={60}
        required
      />
      <RadioGroupField
        name="kind"
        label={m.tills_kind()}
        error={fieldError(result, "kind")}
        defaultValue={fieldValue(result, "kind", "paybill")}
        look="cards"
        options={[
          { value: "paybill", label: kindWords.paybill, hint: m.tills_kind_paybill_hint() },
          { value: "buy_goods", label: kindWords.buy_goods, hint: m.tills_kind_buy_goods_hint() },
        ]}
        required
      />
      <Field
        {...control("number")}
        label={m.tills_number()}
        hint={m.tills_number_hint()}
        inputMode="numeric"
        required
      />
      <Field
        {...control("storeNumber")}
        label={m.tills_store_number()}
        hint={m.tills_store_number_hint()}
        inputMode="numeric"
        maxLength={20}
      />
      <Field
        {...control("nominatedPhone")}
        label={m.tills_nominated_phone()}
        hint={m.tills_nominated_phone_hint()}
        type="tel"
        maxLength={40}
      />
    </>
  );
}

export { ScreenError as ErrorBoundary };
