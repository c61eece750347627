import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { useEffect } from "react";
import { href, useLocation, useRevalidator } from "react-router";
import { safePath } from "#app/platform/http/safePath.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { poll, whileVisible } from "#app/web/whileVisible.ts";
import { m } from "#messages";
import type { Route } from "./+types/payment";
import { PaymentBadge } from "./paymentBadge.tsx";

const refreshSeconds = 5;
const pollMs = 3000;

const receiptOf = lazy({
  mpesa: "M-Pesa",
  card: m.common_card,
  bank: m.common_bank,
});

/** The payer returned by the Cancel of the card page; a later report of the provider still counts. */
const cancelledWords = () => ({
  title: m.billing_payment_you_cancelled_payment(),
  text: m.billing_payment_cancelled_text(),
  mayRetry: true,
});

export const meta: Route.MetaFunction = () => [{ title: m.common_payment() }];

export async function loader({ request, context, params: { paymentId } }: Route.LoaderArgs) {
  const found = await orThrowPage(context.get(apiContext)("GET /payments/:paymentId", { paymentId }));
  const { method, state } = found.payment;
  const isOpen = method !== "bank" && (state === "pending" || state === "unknown");
  const isCancelled = isOpen && new URL(request.url).searchParams.has("cancelled");
  return { ...found, isOpen, words: isCancelled ? cancelledWords() : found.words };
}

/** The status of a payment. While it is open the page reloads automatically, with or without script. */
export default function Payment({
  loaderData: { payment, words, isOpen, documentId, bankAccount, simulated },
}: Route.ComponentProps) {
  const { search, pathname } = useLocation();
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
          <Facts payment={payment} bankAccount={bankAccount} />
          {isOpen && simulated && payment.phone && (
            <p className="hint">
              <ParaglideMessage
                message={m.billing_payment_sandbox_text}
                markup={{
                  a: ({ children }) => (
                    <a
                      className="link"
                      href={`${href("/sandbox")}?${new URLSearchParams({ phone: payment.phone ?? "" })}`}
                    >
                      {children}
                    </a>
                  ),
                }}
              />
            </p>
          )}
        </div>
      </Card>
      <p className="row-actions mt-5">
        {documentId && (
          <ButtonLink to={href("/billing/invoices/:invoiceId", { invoiceId: documentId })}>
            {payment.invoiceId ? m.common_invoice() : m.common_receipt()}
          </ButtonLink>
        )}
        {words.mayRetry && (
          <ButtonLink
            to={
              payment.invoiceId
                ? href("/billing/invoices/:invoiceId/pay", { invoiceId: payment.invoiceId })
                : `${href("/billing/top-up")}${from ? `?${new URLSearchParams({ from })}` : ""}`
            }
          >
            {m.ui_try_again()}
          </ButtonLink>
        )}
        {isOpen && payment.pageUrl && (
          <ButtonLink variant="secondary" to={payment.pageUrl} reloadDocument>
            {m.billing_payment_back_to_card_page_link()}
          </ButtonLink>
        )}
        {isOpen && (
          <form action={pathname} method="get">
            {from && <input type="hidden" name="from" value={from} />}
            <Button variant="secondary">{m.billing_payment_check_now_button()}</Button>
          </form>
        )}
        {from && (
          <ButtonLink to={from} variant="secondary">
            {m.billing_go_back()}
          </ButtonLink>
        )}
        <ButtonLink to={href("/billing")} variant="quiet">
          {m.common_billing()}
        </ButtonLink>
      </p>
    </>
  );
}

function Facts({
  payment,
  bankAccount,
}: Pick<Route.ComponentProps["loaderData"], "payment" | "bankAccount">) {
  return (
    <DescriptionList
      items={[
        { term: m.common_amount(), value: formatKes(payment.amountCents) },
        ...(bankAccount
          ? [
              {
                term: m.common_reference(),
                value: <strong className="font-mono">{payment.reference}</strong>,
              },
              { term: m.common_account(), value: bankAccount },
            ]
          : []),
        ...(payment.phone ? [{ term: m.common_phone(), value: readablePhone(payment.phone) }] : []),
        { term: m.common_status(), value: <PaymentBadge state={payment.state} /> },
        ...(payment.receipt
          ? [
              {
                term: m.billing_payment_receipt({ receiptOf: receiptOf[payment.method] }),
                value: payment.receipt,
              },
            ]
          : []),
        { term: m.billing_payment_started(), value: <Time value={payment.createdAt} /> },
      ]}
    />
  );
}

function useNews(isOpen: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(
    () => (isOpen ? whileVisible(() => poll(revalidate, () => pollMs)) : undefined),
    [isOpen, revalidate],
  );
}

export { ScreenError as ErrorBoundary };
