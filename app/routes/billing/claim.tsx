import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import {
  bankReference,
  mpesaReceipt,
  topUpAmountKes,
  transferAmount,
} from "#app/domain/money/payments/schemas.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldProps, problemsOf, resultOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/claim";

const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("suggestion"), suggestion: z.string().max(80) }),
  z.object({ intent: z.literal("mpesa"), receipt: mpesaReceipt, amountKes: topUpAmountKes }),
  z.object({ intent: z.literal("bank"), bankReference, amount: transferAmount }),
]);
type Claim = z.output<typeof form>;

export const meta: Route.MetaFunction = () => [{ title: m.billing_find_payment() }];

export async function loader({ context }: Route.LoaderArgs) {
  return pageApi(context)("GET /unclaimed-payments", {});
}

export const action = formAction(form, async ({ value, api }) => {
  const claim = (claimed: Claim) => {
    switch (claimed.intent) {
      case "suggestion":
        return api("POST /unclaimed-payments/claim", { suggestion: claimed.suggestion });
      case "mpesa":
        return api("POST /payments/claim", { receipt: claimed.receipt, amountKes: claimed.amountKes });
      case "bank": {
        const amount = (claimed.amount / 100).toFixed(2);
        return api("POST /payments/claim-transfer", { bankReference: claimed.bankReference, amount });
      }
    }
  };
  const { amountCents } = await claim(value);
  return done(href("/billing"), m.billing_claim_claimed_done({ amount: formatKes(amountCents) }));
});

type Suggested = CallOutput<"GET /unclaimed-payments">["suggestions"];

/** Payments whose number misses the own one by one typo: one click is enough. */
function Suggestions({ suggestions }: { suggestions: Suggested }) {
  return (
    <Card title={m.billing_claim_possible_matches_title()}>
      <ul className="grid gap-4">
        {suggestions.map(({ suggestion, method, amountCents, paidAt, typed }) => (
          <li key={suggestion} className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 break-words">
              <ParaglideMessage
                message={m.billing_claim_amount_by_time_text}
                inputs={{ method: method === "mpesa" ? "M-Pesa" : m.billing_method_bank() }}
                markup={{
                  amount: () => <b>{formatKes(amountCents)}</b>,
                  time: () => <Time value={paidAt} />,
                }}
              />
              <br />
              <span className="hint">{m.billing_claim_typed_by_payer({ typed })}</span>
            </p>
            <Form method="post">
              <input type="hidden" name="suggestion" value={suggestion} />
              <Button name="intent" value="suggestion">
                {m.billing_claim_add_to_wallet_button({ amount: formatKes(amountCents) })}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface ClaimFormProps {
  title: string;
  intent: Claim["intent"];
  result: FormResult;
  code: { name: string; label: string; maxLength: number; hint: string };
  amount: { name: string; label: string; inputMode: "numeric" | "decimal" };
}

/** The payer's receipt code, and the amount. */
function ClaimForm({ title, intent, result, code, amount }: ClaimFormProps) {
  return (
    <Card title={title}>
      <Form method="post" noValidate className="grid gap-4">
        {[code, amount].map((field) => (
          <Field
            key={field.name}
            {...field}
            required
            autoComplete="off"
            {...fieldProps(result, field.name)}
          />
        ))}
        <p>
          <Button name="intent" value={intent}>
            {m.billing_claim_add_to_wallet()}
          </Button>
        </p>
      </Form>
    </Card>
  );
}

/** An unmatched payment waits until its payer claims it. */
export default function ClaimPayment({ loaderData: { suggestions }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <>
      <PageHeader
        title={m.billing_find_payment()}
        description={m.billing_claim_lead()}
        actions={
          <ButtonLink to={href("/billing")} variant="quiet">
            {m.common_billing()}
          </ButtonLink>
        }
      />
      <div className="grid max-w-xl gap-6">
        <ErrorSummary errors={problemsOf(result)} />
        {suggestions.length > 0 && <Suggestions suggestions={suggestions} />}
        <ClaimForm
          title={m.billing_claim_paid_by_mpesa_title()}
          intent="mpesa"
          result={resultOf(result, "mpesa")}
          code={{
            name: "receipt",
            label: m.billing_claim_mpesa_code(),
            maxLength: 20,
            hint: m.billing_claim_mpesa_code_hint(),
          }}
          amount={{ name: "amountKes", label: m.common_amount_in_kes(), inputMode: "numeric" }}
        />
        <ClaimForm
          title={m.billing_claim_paid_by_bank_transfer()}
          intent="bank"
          result={resultOf(result, "bank")}
          code={{
            name: "bankReference",
            label: m.billing_claim_bank_reference(),
            maxLength: 100,
            hint: m.billing_claim_bank_code_hint(),
          }}
          amount={{ name: "amount", label: m.billing_claim_amount_transferred_kes(), inputMode: "decimal" }}
        />
      </div>
    </>
  );
}
