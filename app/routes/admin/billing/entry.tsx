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
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/entry";

const form = z.object({ reason: correctionReason });

export const meta: Route.MetaFunction = () => [{ title: m.admin_entry_administration() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return orThrowPage(context.get(apiContext)("GET /admin/entries/:orgId/:journalEntryId", params));
}

export const action = formAction(form, async ({ value, api }, { params }: Route.ActionArgs) => {
  await api("POST /admin/entries/:orgId/:journalEntryId/reverse", { ...params, reason: value.reason });
  return done(
    href("/admin/billing/ledger/:orgId/:journalEntryId", params),
    m.admin_reversed_the_organisation_is_told_with(),
  );
});

/** The owner of the account. */
const bookOwners = { platform: m.admin_platform, organisation: m.admin_organisation };

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
        <Card title={m.admin_the_entry()}>
          <DescriptionList
            items={[
              { term: m.admin_business(), value: entry.business },
              { term: m.admin_kind(), value: entryWord(entry.kind) },
              { term: m.admin_reference(), value: entry.reference },
              { term: m.common_when(), value: <Time value={entry.createdAt} /> },
            ]}
          />
          <div className="mt-4">
            <DataTable
              caption={m.admin_lines_of_the_entry()}
              rows={lines}
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
                  header: m.admin_balance_after(),
                  number: true,
                  cell: (row) => <Money cents={row.balanceAfterCents} />,
                },
              ]}
            />
          </div>
        </Card>
        {reversedBy && <Notice title={m.admin_reversed()}>{reversedBy}</Notice>}
        {!reversedBy && obstacle && <Notice title={m.admin_it_cant_be_reversed_by_hand()}>{obstacle}</Notice>}
        {!reversedBy && !obstacle && (
          <Card title={m.admin_reverse_it()}>
            <ConfirmForm
              answer={actionData}
              confirm={{ label: m.admin_reverse_the_entry() }}
              keep={{ label: m.admin_leave_it(), to: href("/admin/billing/ledger") }}
            >
              <p>{m.admin_a_second_entry_books_it_the()}</p>
              <TextareaField
                {...fieldProps(result, "reason")}
                label={m.common_reason()}
                rows={2}
                required
                hint={m.admin_the_organisation_reads_it_in_its()}
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
              {m.admin_give_it_back_to_the_payer()}
            </ButtonLink>
          </p>
        )}
      </div>
    </>
  );
}
