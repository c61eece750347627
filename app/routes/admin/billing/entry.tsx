import { href } from "react-router";
import { z } from "zod";
import { correctionReason } from "#app/domain/money/corrections/schemas.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/entry";

const form = z.object({ reason: correctionReason });

export const meta: Route.MetaFunction = () => [{ title: "Entry – Administration" }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /admin/entries/:orgId/:journalEntryId", params));
}

export const action = formAction(form, async ({ value, api }, { params }: Route.ActionArgs) => {
  await api("POST /admin/entries/:orgId/:journalEntryId/reverse", { ...params, reason: value.reason });
  return done(
    href("/admin/billing/ledger/:orgId/:journalEntryId", params),
    "Reversed. The organisation is told, with your reason.",
  );
});

export default function EntryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { entry, lines, reversedBy, obstacle, mpesaReceipt } = loaderData;
  const result = actionData?.result;
  return (
    <>
      <PageHeader
        title={entry.description}
        actions={
          <ButtonLink variant="quiet" to={href("/admin/billing/ledger")}>
            Back
          </ButtonLink>
        }
      />
      <div className="grid max-w-2xl gap-4">
        <Card title="The entry">
          <DescriptionList
            items={[
              { term: "Business", value: entry.business },
              { term: "Kind", value: entry.kind.replaceAll("_", " ") },
              { term: "Reference", value: entry.reference },
              { term: "When", value: <Time value={entry.createdAt} /> },
            ]}
          />
          <DataTable
            caption="Lines of the entry"
            rows={lines}
            keyOf={(row) => `${row.book} ${row.account}`}
            columns={[
              { header: "Account", cell: (row) => `${row.account.replaceAll("_", " ")}, ${row.book}` },
              { header: "Amount", number: true, cell: (row) => <Money cents={row.amountCents} signed /> },
              {
                header: "Balance after",
                number: true,
                cell: (row) => <Money cents={row.balanceAfterCents} />,
              },
            ]}
          />
        </Card>
        {reversedBy && <Notice title="Reversed">{reversedBy}</Notice>}
        {!reversedBy && obstacle && <Notice title="It can’t be reversed by hand">{obstacle}</Notice>}
        {!reversedBy && !obstacle && (
          <Card title="Reverse it">
            <ConfirmForm
              answer={actionData}
              confirm={{ label: "Reverse the entry" }}
              keep={{ label: "Leave it", to: href("/admin/billing/ledger") }}
            >
              <p>
                A second entry books it the other way round. Money that lies at M-Pesa or the bank then waits
                for its right owner under Payments.
              </p>
              <TextareaField
                label="Reason"
                name="reason"
                rows={2}
                required
                hint="The organisation reads it in its activity log and its wallet."
                defaultValue={typedOr(result, "reason", "")}
                error={errorAt(result, "reason")}
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
              Give it back to the payer through M-Pesa
            </ButtonLink>
          </p>
        )}
      </div>
    </>
  );
}
