import { href } from "react-router";
import { z } from "zod";
import { bookWord, entryWord } from "#app/domain/console/billing/words.ts";
import { correctionReason } from "#app/domain/money/schemas.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/entry";

const form = z.object({ reason: correctionReason });

export const meta: Route.MetaFunction = () => [{ title: m.admin_billing_entry_page_title() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/entries/:orgId/:journalEntryId", params);
}

export const action = formAction(form, async ({ value, api }, { params }: Route.ActionArgs) => {
  await api("POST /admin/entries/:orgId/:journalEntryId/reverse", { ...params, reason: value.reason });
  return done(
    href("/admin/billing/ledger/:orgId/:journalEntryId", params),
    m.admin_billing_entry_reversed_done(),
  );
});

/** The owner of the account. */
const bookOwners = { platform: m.admin_book_owners_platform, organisation: m.admin_book_owners_organisation };

export default function EntryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { entry, lines, reversedBy, obstacle, mpesaReceipt } = loaderData;
  const result = actionData?.result;
  return (
    <>
      <PageHeader
        title={entry.description}
        actions={
          <ButtonLink variant="quiet" to={href("/admin/billing/ledger")}>
            {m.common_back()}
          </ButtonLink>
        }
      />
      <div className="grid max-w-2xl gap-4">
        <Card title={m.admin_billing_entry_title()}>
          <DescriptionList
            items={[
              { term: m.common_business(), value: entry.business },
              { term: m.admin_kind(), value: entryWord(entry.kind) },
              { term: m.common_reference(), value: entry.reference },
              { term: m.common_when(), value: <Time value={entry.createdAt} /> },
            ]}
          />
          <div className="mt-4">
            <Lines rows={lines} />
          </div>
        </Card>
        {reversedBy && <Notice title={m.admin_billing_entry_reversed_notice()}>{reversedBy}</Notice>}
        {!reversedBy && obstacle && (
          <Notice title={m.admin_billing_entry_obstacle_title()}>{obstacle}</Notice>
        )}
        {!reversedBy && !obstacle && (
          <Card title={m.admin_billing_entry_reverse_title()}>
            <ConfirmForm
              answer={actionData}
              confirm={{ label: m.admin_billing_entry_reverse_entry() }}
              keep={{ label: m.admin_cancel_label(), to: href("/admin/billing/ledger") }}
            >
              <p>{m.admin_billing_entry_reverse_text()}</p>
              <TextareaField
                {...fieldProps(result, "reason")}
                maxLength={300}
                label={m.common_reason()}
                rows={2}
                required
                hint={m.admin_billing_entry_reason_hint()}
              />
            </ConfirmForm>
          </Card>
        )}
        {!reversedBy && mpesaReceipt && (
          <p>
            <ButtonLink
              variant="secondary"
              to={href("/admin/payments/receipts/:receipt", { receipt: mpesaReceipt })}
            >
              {m.admin_billing_entry_refund_link()}
            </ButtonLink>
          </p>
        )}
      </div>
    </>
  );
}

function Lines({ rows }: { rows: Route.ComponentProps["loaderData"]["lines"] }) {
  return (
    <DataTable
      caption={m.admin_billing_entry_lines_of_entry()}
      rows={rows}
      keyOf={(row) => `${row.book} ${row.account}`}
      columns={[
        {
          header: m.common_account(),
          cell: (row) => `${bookWord(row.account)}, ${bookOwners[row.book]()}`,
        },
        {
          header: m.common_amount(),
          number: true,
          cell: (row) => <Money cents={row.amountCents} signed />,
        },
        {
          header: m.admin_billing_entry_balance_after(),
          number: true,
          cell: (row) => <Money cents={row.balanceAfterCents} />,
        },
      ]}
    />
  );
}
