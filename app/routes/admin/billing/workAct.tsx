import type { SubmissionResult } from "@conform-to/react";
import type { CallOutput } from "#app/api/client.server.ts";
import type { WorkList } from "#app/domain/console/billing/words.ts";
import { refusalWords } from "#app/domain/money/tax/words.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card } from "#app/ui/page.tsx";
import { errorAt, typedOr } from "#app/web/problems.ts";

type Result = SubmissionResult<string[]> | undefined;
type Guess = CallOutput<"GET /admin/payments/unassigned">["payments"][number]["guesses"][number];

type TaxDocument = CallOutput<"GET /admin/tax-documents/:invoiceId">;

interface What {
  result: Result;
  guesses: Guess[];
  tax: TaxDocument | null;
}

const ownOf = (result: Result, intent: string) =>
  result?.initialValue?.intent === intent ? result : undefined;

/** What can be done about an item, besides looking after it. */
export function Act({
  kind,
  list,
  ...what
}: What & { kind: CallOutput<"GET /admin/work/:list/:itemId">["item"]["kind"]; list: WorkList }) {
  if (kind === "bank_line") return <BankLine {...what} />;
  if (kind === "mpesa_receipt") return <Receipt {...what} />;
  if (kind === "tax_document") return what.tax && <Retry result={what.result} tax={what.tax} />;
  return list === "unknown" ? <Ask {...what} /> : null;
}

function BankLine({ result }: What) {
  const match = ownOf(result, "match");
  const ignore = ownOf(result, "ignore");
  return (
    <Card title="Whose it is">
      <Form method="post" noValidate className="grid gap-4">
        <Field
          label="Reference of the transfer"
          name="reference"
          hint="As we gave it to the payer, such as TB2345678."
          defaultValue={typedOr(match, "reference", "")}
          error={errorAt(match, "reference")}
        />
        <p className="row-actions">
          <Button name="intent" value="match">
            Book it
          </Button>
        </p>
      </Form>
      <Form method="post" noValidate className="mt-6 grid gap-4">
        <Field
          label="Why it is not ours"
          name="ignoreBecause"
          defaultValue={typedOr(ignore, "ignoreBecause", "")}
          error={errorAt(ignore, "ignoreBecause")}
        />
        <p className="row-actions">
          <Button variant="secondary" name="intent" value="ignore">
            Ignore it
          </Button>
        </p>
      </Form>
    </Card>
  );
}

function Receipt({ result, guesses }: What) {
  const own = ownOf(result, "assign");
  const [guess] = guesses;
  return (
    <Card title="Whose it is">
      <Form method="post" noValidate className="grid gap-4">
        {guesses.length > 0 && (
          <ul className="grid gap-1">
            {guesses.map(({ orgId, name, accountNumber }) => (
              <li key={orgId}>
                {name} has {accountNumber} <code className="wrap-anywhere">{orgId}</code>
              </li>
            ))}
          </ul>
        )}
        <Field
          label="Organisation's id"
          name="organisation"
          required
          hint="It stands in the address of the organisation under Users."
          defaultValue={typedOr(own, "organisation", guess?.orgId ?? "")}
          error={errorAt(own, "organisation")}
        />
        <Field
          label="Reason"
          name="reason"
          required
          hint="The organisation reads it in its activity log."
          defaultValue={typedOr(own, "reason", "")}
          error={errorAt(own, "reason")}
        />
        <p className="row-actions">
          <Button name="intent" value="assign">
            Give it to the organisation
          </Button>
        </p>
      </Form>
    </Card>
  );
}

function Ask({ result }: What) {
  const own = ownOf(result, "ask");
  return (
    <Card title="Ask the payment service again">
      <Form method="post" noValidate className="grid gap-4">
        <Field
          label="Reason"
          name="reason"
          required
          hint="The organisation reads it in its activity log."
          defaultValue={typedOr(own, "reason", "")}
          error={errorAt(own, "reason")}
        />
        <p className="row-actions">
          <Button name="intent" value="ask">
            Ask again
          </Button>
        </p>
      </Form>
    </Card>
  );
}

function Retry({ result, tax }: { result: Result; tax: TaxDocument }) {
  const own = ownOf(result, "retry");
  return (
    <Card title="Send it to KRA again">
      <Notice tone="bad" title={`Refused, tax number ${tax.taxNumber}`}>
        <p>{refusalWords(tax.resultCode, tax.resultText)}</p>
      </Notice>
      <Form method="post" noValidate className="mt-4 grid gap-4">
        <Field
          label="Customer's name"
          name="customerName"
          required
          maxLength={60}
          defaultValue={typedOr(own, "customerName", tax.customerName)}
          error={errorAt(own, "customerName")}
        />
        <Field
          label="Customer's KRA PIN"
          name="customerPin"
          maxLength={11}
          hint="Such as P051234567X. Without one the customer can't claim the VAT."
          defaultValue={typedOr(own, "customerPin", tax.customerPin ?? "")}
          error={errorAt(own, "customerPin")}
        />
        <Field
          label="Reason"
          name="reason"
          required
          hint="The organisation reads it in its activity log."
          defaultValue={typedOr(own, "reason", "")}
          error={errorAt(own, "reason")}
        />
        <p className="row-actions">
          <Button name="intent" value="retry">
            Send again
          </Button>
        </p>
      </Form>
    </Card>
  );
}
