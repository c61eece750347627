import type { CallOutput } from "#app/api/client.server.ts";
import type { WorkList } from "#app/domain/console/billing/words.ts";
import { refusalWords } from "#app/domain/money/tax/words.ts";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { type FormResult, fieldProps, resultOf } from "#app/web/fields.ts";
import { m } from "#messages";

type Work = CallOutput<"GET /admin/work/:list/:itemId">;

/** The forms that settle an item. */
export function Act({ of, result }: { of: Work & { list: WorkList }; result: FormResult }) {
  const { kind } = of.item;
  if (kind === "bank_line") return <BankLine transfers={of.transfers} result={result} />;
  if (of.list === "unknown") return <Ask result={result} />;
  if (kind === "mpesa_receipt") return <Receipt organisations={of.organisations} result={result} />;
  return kind === "tax_document" && of.tax ? <Retry result={result} tax={of.tax} /> : null;
}

/** Announced transfers, each matched by one click. */
function Announced({ transfers }: Pick<Work, "transfers">) {
  return (
    <Card title={m.admin_announced_transfers_that_it_may_be()}>
      <DataTable
        caption={m.admin_announced_transfers()}
        rows={transfers}
        keyOf={(row) => row.reference}
        empty={m.admin_no_announced_transfer_has_this_amount()}
        columns={[
          { header: m.admin_business, cell: (row) => row.business, below: (row) => row.reference },
          { header: m.common_amount, number: true, cell: (row) => <Money cents={row.amountCents} /> },
          { header: m.admin_announced, cell: (row) => <Time value={row.announcedAt} /> },
          {
            header: m.admin_match,
            plain: "hidden",
            cell: (row) => (
              <Form method="post">
                <input type="hidden" name="reference" value={row.reference} />
                <Button variant="secondary" name="intent" value="match">
                  {m.admin_it_is({ reference: row.reference })}
                </Button>
              </Form>
            ),
          },
        ]}
      />
    </Card>
  );
}

function BankLine({ transfers, result }: Pick<Work, "transfers"> & { result: FormResult }) {
  const match = resultOf(result, "match");
  const ignore = resultOf(result, "ignore");
  return (
    <>
      <Announced transfers={transfers} />
      <Card title={m.admin_by_another_reference()}>
        <Form method="post" noValidate className="grid gap-4">
          <Field
            {...fieldProps(match, "reference")}
            label={m.admin_reference_of_the_transfer()}
            required
            autoComplete="off"
            hint={m.admin_tb_and_seven_characters_as_the()}
          />
          <p className="row-actions">
            <Button name="intent" value="match">
              {m.admin_book_it()}
            </Button>
          </p>
        </Form>
      </Card>
      <Card title={m.admin_it_is_not_for_us()}>
        <Form method="post" noValidate className="grid gap-4">
          <TextareaField
            {...fieldProps(ignore, "ignoreBecause")}
            label={m.admin_why_it_is_not_ours()}
            rows={2}
            required
          />
          <p className="row-actions">
            <Button variant="danger" name="intent" value="ignore">
              {m.admin_mark_as_not_ours()}
            </Button>
          </p>
        </Form>
      </Card>
    </>
  );
}

function Receipt({ organisations, result }: Pick<Work, "organisations"> & { result: FormResult }) {
  const own = resultOf(result, "assign");
  const [likeliest] = organisations;
  return (
    <Card title={m.admin_give_it_to_an_organisation()}>
      <Form method="post" noValidate className="grid gap-4">
        {organisations.length > 0 && (
          <ul className="grid gap-1">
            {organisations.map(({ orgId, name, accountNumber }) => (
              <li key={orgId}>
                {m.admin_has({ name, accountNumber })} <code className="wrap-anywhere">{orgId}</code>
              </li>
            ))}
          </ul>
        )}
        <Field
          {...fieldProps(own, "organisation", likeliest?.orgId ?? "")}
          label={m.admin_organisations_id()}
          required
          autoComplete="off"
          hint={m.admin_it_stands_in_the_address_of()}
        />
        <TextareaField
          {...fieldProps(own, "reason")}
          label={m.admin_how_you_know_whose_it_is()}
          rows={2}
          required
          hint={m.admin_the_organisation_reads_it_in_its_2()}
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

function Ask({ result }: { result: FormResult }) {
  const own = resultOf(result, "ask");
  return (
    <Card title={m.admin_ask_the_payment_service_again()}>
      <Form method="post" noValidate renews className="grid gap-4">
        <Field
          {...fieldProps(own, "reason")}
          label={m.common_reason()}
          required
          hint={m.admin_the_organisation_reads_it_in_its_2()}
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

function Retry({ result, tax }: { result: FormResult; tax: NonNullable<Work["tax"]> }) {
  const own = resultOf(result, "retry");
  return (
    <Card title={m.admin_send_it_to_kra_again()}>
      <Notice tone="bad" title={m.admin_refused_tax_number({ taxNumber: tax.taxNumber })}>
        <p>{refusalWords(tax.resultCode, tax.resultText)}</p>
      </Notice>
      <Form method="post" noValidate className="mt-4 grid gap-4">
        <Field
          {...fieldProps(own, "customerName", tax.customerName)}
          label={m.admin_customers_name()}
          required
          maxLength={60}
        />
        <Field
          {...fieldProps(own, "customerPin", tax.customerPin ?? "")}
          label={m.admin_customers_kra_pin()}
          maxLength={11}
          hint={m.admin_such_as_p051234567x_without_one_the()}
        />
        <Field
          {...fieldProps(own, "reason")}
          label={m.common_reason()}
          required
          hint={m.admin_the_organisation_reads_it_in_its_2()}
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
