import type { CallOutput } from "#app/api/client.server.ts";
import type { WorkList } from "#app/domain/console/billing/words.ts";
import { refusalWords } from "#app/domain/money/tax/words.ts";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
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
    <Card title={m.admin_possible_announced_transfers()}>
      <DataTable
        caption={m.admin_work_act_announced_transfers()}
        rows={transfers}
        keyOf={(row) => row.reference}
        empty={m.admin_bank_line_guesses_empty()}
        columns={[
          { header: m.common_business, cell: (row) => row.business, below: (row) => row.reference },
          { header: m.common_amount, number: true, cell: (row) => <Money cents={row.amountCents} /> },
          { header: m.admin_work_act_announced, cell: (row) => <Time value={row.announcedAt} /> },
          {
            header: m.admin_work_act_match,
            plain: "hidden",
            cell: (row) => (
              <Form method="post">
                <input type="hidden" name="reference" value={row.reference} />
                <Button variant="secondary" name="intent" value="match">
                  {m.admin_work_act_match_button({ reference: row.reference })}
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
      <Card title={m.admin_work_act_by_different_reference()}>
        <Form method="post" noValidate className="grid gap-4">
          <Field
            {...fieldProps(match, "reference")}
            label={m.admin_work_act_reference_label()}
            required
            autoComplete="off"
            hint={m.admin_work_act_reference_hint()}
          />
          <FormActions submitLabel={m.admin_work_act_book_transfer_button()} intent="match" />
        </Form>
      </Card>
      <Card title={m.admin_bank_line_not_ours_title()}>
        <Form method="post" noValidate className="grid gap-4">
          <TextareaField
            {...fieldProps(ignore, "ignoreBecause")}
            label={m.common_reason()}
            rows={2}
            required
          />
          <FormActions
            submitLabel={m.admin_work_act_mark_as_not_ours_button()}
            intent="ignore"
            variant="danger"
          />
        </Form>
      </Card>
    </>
  );
}

function Receipt({ organisations, result }: Pick<Work, "organisations"> & { result: FormResult }) {
  const own = resultOf(result, "assign");
  const [likeliest] = organisations;
  return (
    <Card title={m.admin_credit_organisation()}>
      <Form method="post" noValidate className="grid gap-4">
        {organisations.length > 0 && (
          <ul className="grid gap-1">
            {organisations.map(({ orgId, name, accountNumber }) => (
              <li key={orgId}>
                {m.admin_work_act_account_number({ name, accountNumber })}{" "}
                <code className="wrap-anywhere">{orgId}</code>
              </li>
            ))}
          </ul>
        )}
        <Field
          {...fieldProps(own, "organisation", likeliest?.orgId ?? "")}
          label={m.admin_work_act_organisation_label()}
          required
          autoComplete="off"
          maxLength={60}
          hint={m.admin_work_act_organisation_hint()}
        />
        <TextareaField
          {...fieldProps(own, "reason")}
          label={m.admin_receipt_reason_label()}
          rows={2}
          maxLength={300}
          required
          hint={m.admin_reason_hint()}
        />
        <FormActions submitLabel={m.admin_work_act_credit_organisation()} intent="assign" />
      </Form>
    </Card>
  );
}

function Ask({ result }: { result: FormResult }) {
  const own = resultOf(result, "ask");
  return (
    <Card title={m.admin_work_act_check_again_title()}>
      <Form method="post" noValidate renews className="grid gap-4">
        <Field
          {...fieldProps(own, "reason")}
          maxLength={500}
          label={m.common_reason()}
          required
          hint={m.admin_reason_hint()}
        />
        <FormActions submitLabel={m.admin_work_act_check_again_button()} intent="ask" />
      </Form>
    </Card>
  );
}

function Retry({ result, tax }: { result: FormResult; tax: NonNullable<Work["tax"]> }) {
  const own = resultOf(result, "retry");
  return (
    <Card title={m.admin_work_act_resend_to_kra_title()}>
      <Notice tone="bad" title={m.admin_work_act_rejected_tax_number({ taxNumber: tax.taxNumber })}>
        <p>{refusalWords(tax.resultCode, tax.resultText)}</p>
      </Notice>
      <Form method="post" noValidate className="mt-4 grid gap-4">
        <Field
          {...fieldProps(own, "customerName", tax.customerName)}
          label={m.admin_work_act_customer_name_label()}
          required
          maxLength={60}
        />
        <Field
          {...fieldProps(own, "customerPin", tax.customerPin ?? "")}
          label={m.admin_work_act_customer_pin_label()}
          maxLength={11}
          hint={m.admin_work_act_customer_pin_hint()}
        />
        <Field
          {...fieldProps(own, "reason")}
          maxLength={300}
          label={m.common_reason()}
          required
          hint={m.admin_reason_hint()}
        />
        <FormActions submitLabel={m.common_resend()} intent="retry" />
      </Form>
    </Card>
  );
}
