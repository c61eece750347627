import { href, Link } from "react-router";
import { disputeForm } from "#app/domain/console/billing/schemas.ts";
import { disputeOutcomes, tones } from "#app/domain/console/billing/words.ts";
import { stateWord } from "#app/domain/console/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldError, fieldProps, fieldValue, problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/dispute";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.admin_billing_dispute_page_title({ invoiceNumber: loaderData.dispute.invoiceNumber }) },
];

export async function loader({ context, params: { disputeId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/disputes/:disputeId", { disputeId });
}

export const action = formAction(
  disputeForm,
  async ({ value, api }, { params: { disputeId } }: Route.ActionArgs) => {
    const { dispute } = await api("GET /admin/disputes/:disputeId", { disputeId });
    await api("POST /admin/invoices/:invoiceId/resolve-dispute", {
      invoiceId: dispute.invoiceId,
      outcome: value.outcome,
      resolution: value.reason,
      ...(value.amountKes ? { amountCents: value.amountKes } : {}),
    });
    return done(
      href("/admin/billing/disputes"),
      m.admin_billing_dispute_about_resolved({ invoiceNumber: dispute.invoiceNumber }),
    );
  },
);

export default function Dispute({ loaderData: { dispute }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={m.admin_billing_dispute_title({ invoiceNumber: dispute.invoiceNumber })}
        description={dispute.businessName}
        actions={
          <ButtonLink variant="quiet" to={href("/admin/billing/disputes")}>
            {m.admin_billing_dispute_back_to_disputes()}
          </ButtonLink>
        }
      />
      <div className="grid max-w-2xl gap-4">
        <Card>
          <Facts dispute={dispute} />
        </Card>
        {dispute.status !== "open" && <ErrorSummary errors={problemsOf(actionData?.result)} />}
        {dispute.status === "open" && (
          <Card title={m.admin_billing_dispute_resolve_title()}>
            <Resolve answer={actionData} openCents={dispute.amountCents} />
          </Card>
        )}
      </div>
    </>
  );
}

function Facts({ dispute }: Pick<Route.ComponentProps["loaderData"], "dispute">) {
  const { invoiceId, orgId } = dispute;
  return (
    <DescriptionList
      items={[
        { term: m.common_reason(), value: dispute.reason },
        {
          term: m.common_status(),
          value: <Badge tone={tones[dispute.status]}>{stateWord(dispute.status)}</Badge>,
        },
        {
          term: m.common_invoice(),
          value: (
            <Link className="link" to={href("/admin/billing/invoices/:invoiceId", { invoiceId })}>
              {dispute.invoiceNumber}
            </Link>
          ),
        },
        { term: m.admin_billing_dispute_open_amount(), value: formatKes(dispute.amountCents) },
        {
          term: m.common_business(),
          value: (
            <Link className="link" to={href("/admin/users/:orgId", { orgId })}>
              {dispute.businessName}
            </Link>
          ),
        },
        { term: m.admin_opened(), value: <Time value={dispute.createdDate} /> },
        { term: m.admin_done_by(), value: dispute.openedBy ?? "–" },
        ...(dispute.resolvedDate
          ? [
              { term: m.common_answer(), value: dispute.resolution ?? "–" },
              { term: m.common_outcome(), value: dispute.outcome ? disputeOutcomes[dispute.outcome] : "–" },
              { term: m.admin_credited_term(), value: formatKes(dispute.creditedCents) },
              { term: m.admin_resolved(), value: <Time value={dispute.resolvedDate} /> },
              { term: m.admin_billing_dispute_resolved_by(), value: dispute.resolvedBy ?? "–" },
            ]
          : []),
      ]}
    />
  );
}

function Resolve({ answer, openCents }: { answer: Route.ComponentProps["actionData"]; openCents: number }) {
  const result = answer?.result;
  return (
    <ConfirmForm
      answer={answer}
      confirm={{ label: m.admin_resolve_dispute(), harmless: true }}
      keep={{ label: m.common_cancel(), to: href("/admin/billing/disputes") }}
    >
      <SelectField
        {...fieldProps(result, "outcome", "stands")}
        label={m.common_outcome()}
        options={Object.entries(disputeOutcomes).map(([value, label]) => ({ value, label }))}
      />
      <Field
        label={m.admin_billing_dispute_amount_kes_label()}
        name="amountKes"
        inputMode="decimal"
        hint={m.admin_billing_dispute_amount_kes_hint({ open: formatKes(openCents) })}
        defaultValue={fieldValue(result, "amountKes")}
        error={fieldError(result, "amountKes") ?? fieldError(result, "amountCents")}
      />
      <TextareaField
        label={m.common_reason()}
        name="reason"
        maxLength={300}
        rows={3}
        required
        hint={m.admin_billing_dispute_reason_hint()}
        defaultValue={fieldValue(result, "reason")}
        error={fieldError(result, "reason") ?? fieldError(result, "resolution")}
      />
    </ConfirmForm>
  );
}
