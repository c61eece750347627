import { useEffect } from "react";
import { href, useLocation, useRevalidator } from "react-router";
import { formatKes } from "#app/platform/money.ts";
import { readablePhone } from "#app/platform/readablePhone.ts";
import { safePath } from "#app/platform/safePath.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { askAgain, whileSeen } from "#app/web/whileSeen.ts";
import type { Route } from "./+types/payment";
import { PaymentBadge } from "./paymentBadge.tsx";

const refreshSeconds = 5;
const pollMs = 3000;

const receiptOf = { mpesa: "M-Pesa", card: "Card", bank: "Bank" };

export const meta: Route.MetaFunction = () => [{ title: "Payment" }];

export async function loader({ context, params: { paymentId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /payments/:paymentId", { paymentId }));
}

/** What became of a payment. While that is open the page looks again by itself, with script or without. */
export default function Payment({
  loaderData: { payment, words, documentId, bankAccount, simulated },
}: Route.ComponentProps) {
  const { search, pathname } = useLocation();
  const isOpen = payment.method !== "bank" && (payment.state === "pending" || payment.state === "unknown");
  useNews(isOpen);
  const from = safePath(new URLSearchParams(search).get("from"), "");
  return (
    <>
      {isOpen && (
        <noscript>
          <meta httpEquiv="refresh" content={String(refreshSeconds)} />
        </noscript>
      )}
      <PageHeader title={words.title} />
      <Card className="max-w-xl">
        <div role="status" className="grid gap-4">
          <p>{words.text}</p>
          <DescriptionList
            items={[
              { term: "Amount", value: formatKes(payment.amountCents) },
              ...(bankAccount
                ? [
                    { term: "Reference", value: <strong className="font-mono">{payment.reference}</strong> },
                    { term: "Account", value: bankAccount },
                  ]
                : []),
              ...(payment.phone ? [{ term: "Phone", value: readablePhone(payment.phone) }] : []),
              { term: "State", value: <PaymentBadge state={payment.state} /> },
              ...(payment.receipt
                ? [{ term: `${receiptOf[payment.method]} receipt`, value: payment.receipt }]
                : []),
              { term: "Started", value: <Time value={payment.createdAt} /> },
            ]}
          />
          {isOpen && simulated && payment.phone && (
            <p className="hint">
              This is the sandbox: answer the request on the{" "}
              <a
                className="link"
                href={`${href("/sandbox")}?${new URLSearchParams({ phone: payment.phone })}`}
              >
                handset
              </a>
              .
            </p>
          )}
        </div>
      </Card>
      <p className="row-actions mt-5">
        {documentId && (
          <ButtonLink to={href("/billing/invoices/:invoiceId", { invoiceId: documentId })}>
            {payment.invoiceId ? "Invoice" : "Receipt"}
          </ButtonLink>
        )}
        {words.mayRetry && (
          <ButtonLink
            to={
              payment.invoiceId
                ? href("/billing/invoices/:invoiceId/pay", { invoiceId: payment.invoiceId })
                : `${href("/billing/top-up")}${search}`
            }
          >
            Try again
          </ButtonLink>
        )}
        {isOpen && payment.pageUrl && (
          <ButtonLink variant="secondary" to={payment.pageUrl} reloadDocument>
            Go to the card page again
          </ButtonLink>
        )}
        {isOpen && (
          <form action={pathname} method="get">
            {from && <input type="hidden" name="from" value={from} />}
            <Button variant="secondary">Look again</Button>
          </form>
        )}
        {from && (
          <ButtonLink to={from} variant="secondary">
            Back to where you were
          </ButtonLink>
        )}
        <ButtonLink to={href("/billing")} variant="quiet">
          Billing
        </ButtonLink>
      </p>
    </>
  );
}

function useNews(isOpen: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(
    () => (isOpen ? whileSeen(() => askAgain(revalidate, () => pollMs)) : undefined),
    [isOpen, revalidate],
  );
}

export { ScreenError as ErrorBoundary };
