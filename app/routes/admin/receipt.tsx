import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { correctionReason } from "#app/domain/money/corrections/schemas.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, reasonFor, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/receipt";
import { reversalStates } from "./reversalStates.ts";

const form = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("assign"),
    organisation: z
      .string({ error: () => m.admin_choose_the_organisation() })
      .min(1, { error: () => m.admin_choose_the_organisation() })
      .max(60),
    reason: correctionReason,
  }),
  z.object({ intent: z.literal("reverse"), reason: correctionReason }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.admin_m_pesa_payment_administration() }];

export async function loader({ context, params: { receipt } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [found, { payments }] = await Promise.all([
    orErrorPage(api("GET /admin/payments/receipts/:receipt", { receipt })),
    orErrorPage(api("GET /admin/payments/unassigned", {})),
  ]);
  return { ...found, guesses: payments.find((one) => one.receipt === receipt)?.guesses ?? [] };
}

export const action = formAction(form, async ({ value, api }, { params: { receipt } }: Route.ActionArgs) => {
  const { reason } = value;
  if (value.intent === "assign") {
    await api("POST /admin/payments/assign", { receipt, organisation: value.organisation, reason });
    return done(href("/admin/payments"), m.admin_the_payment_is_in_the_wallet());
  }
  await api("POST /admin/payments/receipts/:receipt/reverse", { receipt, reason });
  return done(href("/admin/payments/receipts/:receipt", { receipt }), m.admin_m_pesa_is_asked_to_give());
});

const states = lazy({
  credited: m.admin_in_the_wallet,
  claimed: m.admin_in_the_wallet,
  unconfirmed: m.admin_receipt_unconfirmed,
  suspense: m.admin_without_an_owner,
  reversed: m.admin_given_back,
});

type Result = Parameters<typeof typedOr>[0];
type Reversals = CallOutput<"GET /admin/payments/receipts/:receipt">["reversals"];

function Reversals({ reversals }: { reversals: Reversals }) {
  return (
    <Card title={m.admin_given_back_by_m_pesa()}>
      <ul className="grid gap-3">
        {reversals.map(({ id, state, reason, createdAt, reversalReceipt, resultDesc }) => (
          <li key={id}>
            <Badge tone={reversalStates[state].tone}>{reversalStates[state].label}</Badge>{" "}
            <Time value={createdAt} />: {reason}
            {reversalReceipt && <> {m.admin_m_pesa_receipt({ reversalReceipt })}</>}
            {state === "failed" && resultDesc && <> {m.admin_m_pesa_says({ resultDesc })}</>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Guesses = CallOutput<"GET /admin/payments/unassigned">["payments"][number]["guesses"];

function Assign({ guesses, result }: { guesses: Guesses; result: Result | undefined }) {
  return (
    <Card title={m.admin_give_it_to_an_organisation()}>
      <Form method="post" noValidate className="grid gap-4">
        <ErrorSummary errors={problemsOf(result, reasonFor("assign"))} />
        <Field
          label={m.admin_id_of_the_organisation()}
          name="organisation"
          required
          autoComplete="off"
          hint={
            guesses.length > 0
              ? m.admin_numbers_like_it({
                  guesses: guesses.map(({ name, orgId }) => `${name} (${orgId})`).join(", "),
                })
              : m.admin_it_stands_in_the_address_of_2()
          }
          defaultValue={typedOr(result, "organisation", guesses[0]?.orgId ?? "")}
          error={errorAt(result, "organisation")}
        />
        <TextareaField
          label={m.admin_how_you_know_whose_it_is()}
          name="reason"
          id="reason-assign"
          rows={2}
          required
          defaultValue={typedOr(result, "reason", "")}
          error={errorAt(result, "reason")}
        />
        <p>
          <Button name="intent" value="assign">
            {m.admin_put_it_into_the_wallet()}
          </Button>
        </p>
      </Form>
    </Card>
  );
}

export default function ReceiptPage({ loaderData, actionData }: Route.ComponentProps) {
  const { receipt, business, reversals, guesses } = loaderData;
  const result = actionData?.result;
  const sent = result?.initialValue?.intent;
  const assign = sent === "assign" ? result : undefined;
  const reverse = sent === "reverse" ? result : undefined;
  return (
    <>
      <PageHeader
        title={m.admin_m_pesa({ receipt: receipt.receipt })}
        actions={
          <ButtonLink variant="quiet" to={href("/admin/payments")}>
            {m.common_back()}
          </ButtonLink>
        }
      />
      <div className="grid max-w-2xl gap-4">
        <Card title={m.admin_the_payment()}>
          <DescriptionList
            items={[
              { term: m.common_amount(), value: <Money cents={receipt.amountCents} /> },
              { term: m.common_paid(), value: <Time value={receipt.paidAt} /> },
              { term: m.admin_account_typed(), value: receipt.account || m.admin_nothing_typed() },
              { term: m.admin_payer(), value: receipt.payer || "–" },
              { term: m.common_state(), value: states[receipt.state] },
              { term: m.admin_business(), value: business ?? "–" },
              { term: m.common_note(), value: receipt.note ?? "–" },
            ]}
          />
        </Card>
        {reversals.length > 0 && <Reversals reversals={reversals} />}
        {receipt.state === "suspense" && <Assign guesses={guesses} result={assign} />}
        {receipt.state !== "reversed" && receipt.state !== "unconfirmed" && (
          <Card title={m.admin_give_it_back_to_the_payer_2()}>
            <ConfirmForm
              answer={sent === "reverse" ? actionData : undefined}
              confirm={{ label: m.admin_give_it_back(), intent: "reverse" }}
              keep={{ label: m.common_cancel(), to: href("/admin/payments") }}
              idOf={reasonFor("reverse")}
            >
              <p>
                <ParaglideMessage
                  message={m.admin_m_pesa_gives_back_to_the}
                  markup={{ money: () => <Money cents={receipt.amountCents} /> }}
                />
              </p>
              <TextareaField
                label={m.common_reason()}
                name="reason"
                id="reason-reverse"
                rows={2}
                required
                hint={m.admin_the_organisation_reads_it()}
                defaultValue={typedOr(reverse, "reason", "")}
                error={errorAt(reverse, "reason")}
              />
            </ConfirmForm>
          </Card>
        )}
      </div>
    </>
  );
}
