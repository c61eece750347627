import { href, Link } from "react-router";
import { disputeForm } from "#app/domain/console/billing/schemas.ts";
import { disputeOutcomes, tones } from "#app/domain/console/billing/words.ts";
import { formatKes } from "#app/platform/money.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/dispute";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Dispute about ${loaderData?.dispute.invoiceNumber ?? ""} – Administration` },
];

export async function loader({ context, params: { disputeId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /admin/disputes/:disputeId", { disputeId }));
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
    return done(href("/admin/billing/disputes"), `The dispute about ${dispute.invoiceNumber} is resolved.`);
  },
);

export default function Dispute({ loaderData: { dispute }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={`Dispute about ${dispute.invoiceNumber}`}
        description={dispute.businessName}
        actions={
          <ButtonLink variant="quiet" to={href("/admin/billing/disputes")}>
            Back to the disputes
          </ButtonLink>
        }
      />
      <div className="grid max-w-2xl gap-4">
        <Card>
          <Facts dispute={dispute} />
        </Card>
        {dispute.status !== "open" && <ErrorSummary errors={problemsOf(actionData?.result)} />}
        {dispute.status === "open" && (
          <Card title="Resolve">
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
        { term: "Reason", value: dispute.reason },
        { term: "Status", value: <Badge tone={tones[dispute.status]}>{dispute.status}</Badge> },
        {
          term: "Invoice",
          value: (
            <Link className="link" to={href("/admin/billing/invoices/:invoiceId", { invoiceId })}>
              {dispute.invoiceNumber}
            </Link>
          ),
        },
        { term: "Open amount", value: formatKes(dispute.amountCents) },
        {
          term: "Business",
          value: (
            <Link className="link" to={href("/admin/users/:orgId", { orgId })}>
              {dispute.businessName}
            </Link>
          ),
        },
        { term: "Opened", value: <Time value={dispute.createdDate} /> },
        { term: "By", value: dispute.openedBy ?? "–" },
        ...(dispute.resolvedDate
          ? [
              { term: "Answer", value: dispute.resolution ?? "–" },
              { term: "Outcome", value: dispute.outcome ? disputeOutcomes[dispute.outcome] : "–" },
              { term: "Credited", value: formatKes(dispute.creditedCents) },
              { term: "Resolved", value: <Time value={dispute.resolvedDate} /> },
              { term: "Resolved by", value: dispute.resolvedBy ?? "–" },
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
      confirm={{ label: "Resolve the dispute", harmless: true }}
      keep={{ label: "Cancel", to: href("/admin/billing/disputes") }}
    >
      <SelectField
        label="Outcome"
        name="outcome"
        defaultValue={typedOr(result, "outcome", "stands")}
        options={Object.entries(disputeOutcomes).map(([value, label]) => ({ value, label }))}
        error={errorAt(result, "outcome")}
      />
      <Field
        label="Credit, KES"
        name="amountKes"
        inputMode="decimal"
        hint={`Of a credit only. At most ${formatKes(openCents)}.`}
        defaultValue={typedOr(result, "amountKes", "")}
        error={errorAt(result, "amountKes") ?? errorAt(result, "amountCents")}
      />
      <TextareaField
        label="Reason"
        name="reason"
        rows={3}
        required
        hint="It is mailed to who is billed, and stands on the invoice and in the activity log."
        defaultValue={typedOr(result, "reason", "")}
        error={errorAt(result, "reason") ?? errorAt(result, "resolution")}
      />
    </ConfirmForm>
  );
}
