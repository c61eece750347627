import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import { TaxStateBadge } from "./taxState.tsx";

type Document = CallOutput<"GET /etims">["documents"][number];

/** The newest documents, refused ones first: one that is refused holds back those after it. */
export function Documents({ documents, mayManage }: { documents: readonly Document[]; mayManage: boolean }) {
  return (
    <Card title={m.etims_documents()}>
      {documents.length === 0 && <p className="text-muted">{m.etims_documents_empty()}</p>}
      <ul className="divide-y divide-line">
        {documents.map((document) => (
          <li key={document.id} className="grid gap-1 py-3 first:pt-0">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <Link className="link" to={placeOf(document)}>
                {document.number}
              </Link>
              <TaxStateBadge state={document.state} />
            </span>
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span className="hint">
                {document.kind === "sale" ? m.common_invoice() : m.billing_kind_credit_note()},{" "}
                <Time value={document.createdAt} />
              </span>
              <span className="ml-auto">
                <Money cents={document.totalCents} />
              </span>
            </span>
            {document.state === "refused" && <Refused document={document} mayManage={mayManage} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function placeOf({ subjectId, paymentId }: Document): string {
  if (subjectId.startsWith("ord_")) return href("/orders/:orderId", { orderId: subjectId });
  return subjectId.startsWith("due_") && paymentId
    ? href("/payments/:tillPaymentId", { tillPaymentId: paymentId })
    : href("/requests/:paymentRequestId", { paymentRequestId: subjectId });
}

const Refused = ({ document, mayManage }: { document: Document; mayManage: boolean }) => (
  <Form method="post" className="grid gap-2">
    <span className="wrap-anywhere">{document.because}</span>
    {mayManage && (
      <p className="row-actions">
        <input type="hidden" name="taxDocumentId" value={document.id} />
        <Button name="intent" value="retry" variant="secondary">
          {m.etims_retry()}
        </Button>
      </p>
    )}
  </Form>
);
