import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import {
  bankReference,
  mpesaReceipt,
  topUpAmountKes,
  transferAmount,
} from "#app/domain/money/payments/schemas.ts";
import { formatKes } from "#app/platform/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/claim";

const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("suggestion"), suggestion: z.string().max(80) }),
  z.object({ intent: z.literal("mpesa"), receipt: mpesaReceipt, amountKes: topUpAmountKes }),
  z.object({ intent: z.literal("bank"), bankReference, amount: transferAmount }),
]);
type Claim = z.output<typeof form>;

export const meta: Route.MetaFunction = () => [{ title: "Find a payment" }];

export async function loader({ context }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /unclaimed-payments", {}));
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
  return done(href("/billing"), `${formatKes(amountCents)} is in your wallet.`);
});

type Suggested = CallOutput<"GET /unclaimed-payments">["suggestions"];

/** Payments that miss the own number by one slip: one click is enough. */
function Suggestions({ suggestions }: { suggestions: Suggested }) {
  return (
    <Card title="These look like yours">
      <ul className="grid gap-4">
        {suggestions.map(({ suggestion, method, amountCents, paidAt, typed }) => (
          <li key={suggestion} className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 break-words">
              <b>{formatKes(amountCents)}</b> by {method === "mpesa" ? "M-Pesa" : "bank transfer"},{" "}
              <Time value={paidAt} />
              <br />
              <span className="hint">Written by the payer: {typed}</span>
            </p>
            <Form method="post">
              <input type="hidden" name="suggestion" value={suggestion} />
              <Button name="intent" value="suggestion">
                Add {formatKes(amountCents)} to my wallet
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
  result: Parameters<typeof errorAt>[0];
  code: { name: string; label: string; maxLength: number; hint: string };
  amount: { name: string; label: string; inputMode: "numeric" | "decimal" };
}

/** The code that the payer was given, and the amount. */
function ClaimForm({ title, intent, result, code, amount }: ClaimFormProps) {
  return (
    <Card title={title}>
      <Form method="post" noValidate className="grid gap-4">
        {[code, amount].map((field) => (
          <Field
            key={field.name}
            {...field}
            autoComplete="off"
            defaultValue={typedOr(result, field.name, "")}
            error={errorAt(result, field.name)}
          />
        ))}
        <p>
          <Button name="intent" value={intent}>
            Add it to my wallet
          </Button>
        </p>
      </Form>
    </Card>
  );
}

/** A payment that nobody was found for waits until its payer claims it. */
export default function ClaimPayment({ loaderData: { suggestions }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const sent = result?.initialValue?.intent;
  const of = (intent: Claim["intent"]) => (sent === intent ? result : undefined);
  return (
    <>
      <PageHeader
        title="Find a payment"
        description="Paid with a wrong account number or reference? Enter what the message or the bank’s receipt says."
        actions={
          <ButtonLink to={href("/billing")} variant="quiet">
            Billing
          </ButtonLink>
        }
      />
      <div className="grid max-w-xl gap-6">
        <ErrorSummary errors={problemsOf(result)} />
        {suggestions.length > 0 && <Suggestions suggestions={suggestions} />}
        <ClaimForm
          title="Paid by M-Pesa"
          intent="mpesa"
          result={of("mpesa")}
          code={{
            name: "receipt",
            label: "M-Pesa code",
            maxLength: 20,
            hint: "The first word of the message, like UKL7RT61SV",
          }}
          amount={{ name: "amountKes", label: "Amount in KES", inputMode: "numeric" }}
        />
        <ClaimForm
          title="Paid by bank transfer"
          intent="bank"
          result={of("bank")}
          code={{
            name: "bankReference",
            label: "The bank’s reference",
            maxLength: 100,
            hint: "On the receipt of the transfer, like FT26327ABC12",
          }}
          amount={{ name: "amount", label: "Amount transferred, KES", inputMode: "decimal" }}
        />
      </div>
    </>
  );
}

export { ScreenError as ErrorBoundary };
