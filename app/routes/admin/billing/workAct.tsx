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
import { m } from "#messages";

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
  if (list === "unknown") return <Ask {...what} />;
  if (kind === "mpesa_receipt") return <Receipt {...what} />;
  return kind === "tax_document" && what.tax ? <Retry result={what.result} tax={what.tax} /> : null;
}

function BankLine({ result }: What) {
  const match = ownOf(result, "match");
  const ignore = ownOf(result, "ignore");
  return (
    <Card title={m.admin_whose_it_is()}>
      <Form method="post" noValidate renews className="grid gap-4">
        <Field
          label={m.admin_reference_of_the_transfer()}
          name="reference"
          hint={m.admin_as_we_gave_it_to_the()}
          defaultValue={typedOr(match, "reference", "")}
          error={errorAt(match, "reference")}
        />
        <p className="row-actions">
          <Button name="intent" value="match">
            {m.admin_book_it()}
          </Button>
        </p>
      </Form>
      <Form method="post" noValidate className="mt-6 grid gap-4">
        <Field
          label={m.admin_why_it_is_not_ours()}
          name="ignoreBecause"
          defaultValue={typedOr(ignore, "ignoreBecause", "")}
          error={errorAt(ignore, "ignoreBecause")}
        />
        <p className="row-actions">
          <Button variant="secondary" name="intent" value="ignore">
            {m.admin_ignore_it()}
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
    <Card title={m.admin_whose_it_is()}>
      <Form method="post" noValidate renews className="grid gap-4">
        {guesses.length > 0 && (
          <ul className="grid gap-1">
            {guesses.map(({ orgId, name, accountNumber }) => (
              <li key={orgId}>
                {m.admin_has({ name, accountNumber })} <code className="wrap-anywhere">{orgId}</code>
              </li>
            ))}
          </ul>
        )}
        <Field
          label={m.admin_organisations_id()}
          name="organisation"
          required
          hint={m.admin_it_stands_in_the_address_of()}
          defaultValue={typedOr(own, "organisation", guess?.orgId ?? "")}
          error={errorAt(own, "organisation")}
        />
        <Field
          label={m.common_reason()}
          name="reason"
          required
          hint={m.admin_the_organisation_reads_it_in_its_2()}
          defaultValue={typedOr(own, "reason", "")}
          error={errorAt(own, "reason")}
        />
        <p className="row-actions">
          <Button name="intent" value="assign">
            {m.admin_give_it_to_the_organisation()}
          </Button>
        </p>
      </Form>
    </Card>
  );
}

function Ask({ result }: What) {
  const own = ownOf(result, "ask");
  return (
    <Card title={m.admin_ask_the_payment_service_again()}>
      <Form method="post" noValidate renews className="grid gap-4">
        <Field
          label={m.common_reason()}
          name="reason"
          required
          hint={m.admin_the_organisation_reads_it_in_its_2()}
          defaultValue={typedOr(own, "reason", "")}
          error={errorAt(own, "reason")}
        />
        <p className="row-actions">
          <Button name="intent" value="ask">
            {m.admin_ask_again()}
          </Button>
        </p>
      </Form>
    </Card>
  );
}

function Retry({ result, tax }: { result: Result; tax: TaxDocument }) {
  const own = ownOf(result, "retry");
  return (
    <Card title={m.admin_send_it_to_kra_again()}>
      <Notice tone="bad" title={m.admin_refused_tax_number({ taxNumber: tax.taxNumber })}>
        <p>{refusalWords(tax.resultCode, tax.resultText)}</p>
      </Notice>
      <Form method="post" noValidate className="mt-4 grid gap-4">
        <Field
          label={m.admin_customers_name()}
          name="customerName"
          required
          maxLength={60}
          defaultValue={typedOr(own, "customerName", tax.customerName)}
          error={errorAt(own, "customerName")}
        />
        <Field
          label={m.admin_customers_kra_pin()}
          name="customerPin"
          maxLength={11}
          hint={m.admin_such_as_p051234567x_without_one_the()}
          defaultValue={typedOr(own, "customerPin", tax.customerPin ?? "")}
          error={errorAt(own, "customerPin")}
        />
        <Field
          label={m.common_reason()}
          name="reason"
          required
          hint={m.admin_the_organisation_reads_it_in_its_2()}
          defaultValue={typedOr(own, "reason", "")}
          error={errorAt(own, "reason")}
        />
        <p className="row-actions">
          <Button name="intent" value="retry">
            {m.common_send_again()}
          </Button>
        </p>
      </Form>
    </Card>
  );
}
