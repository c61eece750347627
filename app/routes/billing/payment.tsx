import { href, useLocation, useRevalidator } from "react-router";
import { safePath } from "#app/platform/http/safePath.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { useLive } from "#app/web/live.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { ReloadWithoutScript } from "#app/web/refreshing.tsx";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { useIsHydrated } from "#app/web/useIsHydrated.ts";
import { poll } from "#app/web/whileVisible.ts";
import { m } from "#messages";
import type { Route } from "./+types/payment";
import { fromQuery } from "./fromQuery.ts";
import { PaymentBadge } from "./paymentBadge.tsx";
import { placeBefore } from "./placeBefore.server.ts";
import { TimeLeft } from "./timeLeft.tsx";

const refreshSeconds = 5;
/** For a browser whose stream is refused. */
const pollMs = 10_000;

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
  const api = context.get(apiContext);
  const [found, back] = await Promise.all([
    orThrowPage(api("GET /payments/:paymentId", { paymentId })),
    placeBefore(request, api),
  ]);
  const { method, state } = found.payment;
  const isOpen = method !== "bank" && (state === "pending" || state === "unknown");
  const isCancelled = isOpen && new URL(request.url).searchParams.has("cancelled");
  return { ...found, back, isOpen, words: isCancelled ? cancelledWords() : found.words };
}

type Shown = Route.ComponentProps["loaderData"];

/** The status of a payment. While it is open the page updates automatically, with or without script. */
export default function Payment({ loaderData: shown }: Route.ComponentProps) {
  const { payment, words, isOpen, promptSecondsLeft } = shown;
  useFollowed(shown);
  return (
    <>
      {isOpen && <ReloadWithoutScript seconds={refreshSeconds} />}
      <PageHeader title={words.title} />
      <Card className="max-w-xl">
        <div className="grid gap-4">
          <div role="status" className="grid gap-4">
            <p>{words.text}</p>
            {isOpen && payment.phone && <p className="text-2xl font-bold">{readablePhone(payment.phone)}</p>}
          </div>
          {promptSecondsLeft !== null && <TimeLeft seconds={promptSecondsLeft} />}
          <Facts shown={shown} />
        </div>
      </Card>
      <div className="row-actions mt-5">
        <Actions shown={shown} />
      </div>
    </>
  );
}

/** What to do next comes first: pay on the test phone, return, or try again. */
function Actions({ shown: { payment, words, isOpen, documentId, simulated, back } }: { shown: Shown }) {
  const { search, pathname } = useLocation();
  const isHydrated = useIsHydrated();
  const from = safePath(new URLSearchParams(search).get("from"), "");
  return (
    <>
      {isOpen && simulated && payment.phone && (
        <ButtonLink
          to={`${href("/sandbox")}?${new URLSearchParams({ phone: payment.phone, back: `${pathname}${fromQuery(search)}` })}`}
        >
          {m.billing_payment_open_test_phone_link()}
        </ButtonLink>
      )}
      {words.mayRetry && <ButtonLink to={retryOf(payment, from)}>{m.ui_try_again()}</ButtonLink>}
      {back && (
        <ButtonLink to={back.to} variant={payment.state === "paid" ? "primary" : "secondary"}>
          {back.label}
        </ButtonLink>
      )}
      {documentId && (
        <ButtonLink to={href("/billing/invoices/:invoiceId", { invoiceId: documentId })} variant="secondary">
          {payment.invoiceId ? m.common_invoice() : m.common_receipt()}
        </ButtonLink>
      )}
      {isOpen && payment.pageUrl && (
        <ButtonLink variant="secondary" to={payment.pageUrl} reloadDocument>
          {m.billing_payment_back_to_card_page_link()}
        </ButtonLink>
      )}
      {isOpen && !isHydrated && (
        <form action={pathname} method="get">
          {from && <input type="hidden" name="from" value={from} />}
          <Button variant="secondary">{m.billing_payment_check_now_button()}</Button>
        </form>
      )}
      <ButtonLink to={href("/billing")} variant="quiet">
        {m.common_billing()}
      </ButtonLink>
    </>
  );
}

/** The same payment once more: amount, method and phone are filled in. */
function retryOf({ invoiceId, amountCents, method, phone }: Shown["payment"], from: string): string {
  const same = { method, ...(phone && { phone }), ...(from && { from }) };
  if (invoiceId)
    return `${href("/billing/invoices/:invoiceId/pay", { invoiceId })}?${new URLSearchParams(same)}`;
  const amount = String(amountCents / 100);
  return `${href("/billing/top-up")}?${new URLSearchParams({ amount, ...same })}`;
}

function Facts({ shown: { payment, bankAccount, balanceCents } }: { shown: Shown }) {
  return (
    <DescriptionList
      items={[
        { term: m.common_amount(), value: formatKes(payment.amountCents) },
        ...(balanceCents === null
          ? []
          : [{ term: m.billing_payment_new_balance(), value: formatKes(balanceCents) }]),
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

/** The page reloads when the payment's result arrives, and its receipt. */
function useFollowed({ payment, documentId, mark }: Shown) {
  const { revalidate } = useRevalidator();
  const isFinal = payment.state === "paid" && documentId !== null;
  useLive(isFinal ? null : href("/billing/payments/:paymentId/events", { paymentId: payment.id }), {
    since: mark,
    on: { message: () => void revalidate() },
    refused: () => poll(revalidate, () => pollMs),
  });
}
