import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { correctionReason } from "#app/domain/money/corrections/schemas.ts";
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
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/receipt";
import { reversalStates } from "./reversalStates.ts";

const form = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("assign"),
    organisation: z.string({ error: "Choose the organisation" }).min(1, "Choose the organisation").max(60),
    reason: correctionReason,
  }),
  z.object({ intent: z.literal("reverse"), reason: correctionReason }),
]);

export const meta: Route.MetaFunction = () => [{ title: "M-Pesa payment – Administration" }];

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
    return done(href("/admin/payments"), "The payment is in the wallet.");
  }
  await api("POST /admin/payments/receipts/:receipt/reverse", { receipt, reason });
  return done(href("/admin/payments/receipts/:receipt", { receipt }), "M-Pesa is asked to give it back.");
});

const states = {
  credited: "In the wallet",
  claimed: "In the wallet",
  suspense: "Without an owner",
  reversed: "Given back",
};

type Result = Parameters<typeof typedOr>[0];
type Reversals = CallOutput<"GET /admin/payments/receipts/:receipt">["reversals"];

function Reversals({ reversals }: { reversals: Reversals }) {
  return (
    <Card title="Given back by M-Pesa">
      <ul className="grid gap-3">
        {reversals.map(({ id, state, reason, createdAt, reversalReceipt, resultDesc }) => (
          <li key={id}>
            <Badge tone={reversalStates[state].tone}>{reversalStates[state].label}</Badge>{" "}
            <Time value={createdAt} />: {reason}
            {reversalReceipt && <> M-Pesa receipt {reversalReceipt}.</>}
            {state === "failed" && resultDesc && <> M-Pesa says: {resultDesc}</>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Guesses = CallOutput<"GET /admin/payments/unassigned">["payments"][number]["guesses"];

function Assign({ guesses, result }: { guesses: Guesses; result: Result | undefined }) {
  return (
    <Card title="Give it to an organisation">
      <Form method="post" noValidate className="grid gap-4">
        <ErrorSummary errors={problemsOf(result)} />
        <Field
          label="Id of the organisation"
          name="organisation"
          required
          autoComplete="off"
          hint={
            guesses.length > 0
              ? `Numbers like it: ${guesses.map(({ name, orgId }) => `${name} (${orgId})`).join(", ")}`
              : "It stands in the address of the organisation’s page under Users"
          }
          defaultValue={typedOr(result, "organisation", guesses[0]?.orgId ?? "")}
          error={errorAt(result, "organisation")}
        />
        <TextareaField
          label="How you know whose it is"
          name="reason"
          id="reason-assign"
          rows={2}
          required
          defaultValue={typedOr(result, "reason", "")}
          error={errorAt(result, "reason")}
        />
        <p>
          <Button name="intent" value="assign">
            Put it into the wallet
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
        title={`M-Pesa ${receipt.receipt}`}
        actions={
          <ButtonLink variant="quiet" to={href("/admin/payments")}>
            Back
          </ButtonLink>
        }
      />
      <div className="grid max-w-2xl gap-4">
        <Card title="The payment">
          <DescriptionList
            items={[
              { term: "Amount", value: <Money cents={receipt.amountCents} /> },
              { term: "Paid", value: <Time value={receipt.paidAt} /> },
              { term: "Account typed", value: receipt.account || "nothing" },
              { term: "Payer", value: receipt.payer || "–" },
              { term: "State", value: states[receipt.state] },
              { term: "Business", value: business ?? "–" },
              { term: "Note", value: receipt.note ?? "–" },
            ]}
          />
        </Card>
        {reversals.length > 0 && <Reversals reversals={reversals} />}
        {receipt.state === "suspense" && <Assign guesses={guesses} result={assign} />}
        {receipt.state !== "reversed" && (
          <Card title="Give it back to the payer">
            <ConfirmForm
              answer={sent === "reverse" ? actionData : undefined}
              confirm={{ label: "Give it back", intent: "reverse" }}
              keep={{ label: "Cancel", to: href("/admin/payments") }}
            >
              <p>
                M-Pesa gives <Money cents={receipt.amountCents} /> back to the phone that paid. This can’t be
                taken back. What was spent already can’t be given back.
              </p>
              <TextareaField
                label="Reason"
                name="reason"
                id="reason-reverse"
                rows={2}
                required
                hint="The organisation reads it."
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
