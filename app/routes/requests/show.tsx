import { href, Link } from "react-router";
import { z } from "zod";
import { requestSourceWords } from "#app/domain/sales/requests/words.ts";
import { safePath } from "#app/platform/http/safePath.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, failed, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import { PaymentOfInvoice, TaxInvoices } from "../etims/taxState.tsx";
import { withCodes } from "../etims/withCodes.server.ts";
import type { Route } from "./+types/show";
import { Excess, Payments, Prompts } from "./requestParts.tsx";
import { RequestBadge } from "./requestState.tsx";
import { timelineOf } from "./timeline.server.ts";
import { TimelineCard } from "./timelineCard.tsx";
import { UseCredit } from "./useCredit.tsx";

const schema = z.object({
  intent: z.enum(["prompt", "cancel", "credit"]),
  back: z.string().max(200).default(""),
});

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.request.reason ?? m.requests_title() },
];

export async function loader({ context, params: { paymentRequestId } }: Route.LoaderArgs) {
  const found = await orThrowPage(
    context.get(apiContext)("GET /payment-requests/:paymentRequestId", { paymentRequestId }),
  );
  return {
    ...found,
    invoices: withCodes(found.invoices),
    timeline: timelineOf(found),
    mayAsk: may(context.get(userContext), "paymentRequests.ask"),
  };
}

/** From here, and from the chat's thread, which has no place for errors. */
export const action = formAction(
  schema,
  async ({ value: { intent, back }, api }, { params: { paymentRequestId } }: Route.ActionArgs) => {
    const here = safePath(back, href("/requests/:paymentRequestId", { paymentRequestId }));
    if (intent === "cancel") {
      await api("POST /payment-requests/:paymentRequestId/cancel", { paymentRequestId });
      return done(here, m.requests_cancelled_done());
    }
    if (intent === "credit") {
      const { cents } = await api("POST /payment-requests/:paymentRequestId/credit", { paymentRequestId });
      return done(here, m.requests_credit_done({ amount: formatKes(cents) }));
    }
    await api("POST /payment-requests/:paymentRequestId/prompt", { paymentRequestId });
    return done(here, m.requests_done_prompt());
  },
  {
    refused: ({ answer, error, form }) => {
      const back = safePath(String(form.get("back") ?? ""), "");
      return back && error ? failed(back, error.message) : answer;
    },
  },
);

export default function PaymentRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { request, prompts, payments, invoices, timeline, mayAsk } = loaderData;
  const result = useLastAnswer(actionData && "result" in actionData ? actionData : undefined)?.result;
  const { reason, amountCents, contactId, conversationId } = request;
  return (
    <>
      <PageHeader
        title={m.requests_show_title({ amount: formatKes(amountCents), reason })}
        description={<RequestBadge state={request.state} />}
        list={{ to: href("/requests"), label: m.ui_all_requests() }}
        actions={
          <>
            {mayAsk && <Actions request={request} />}
            {conversationId && (
              <ButtonLink variant="secondary" to={href("/chat/:conversationId", { conversationId })}>
                {m.common_open_chat()}
              </ButtonLink>
            )}
          </>
        }
      />
      <ErrorSummary title={m.common_nothing_was_changed()} errors={problemsOf(result)} />
      {request.creditCents > 0 && <UseCredit cents={request.creditCents} mayUse={mayAsk} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-6">
          <Excess request={request} payments={payments} />
          <Payments payments={payments} />
          <Prompts prompts={prompts} />
          <TaxInvoices invoices={invoices} of={PaymentOfInvoice} />
        </div>
        <div className="grid gap-6">
          <Facts request={request} contactId={contactId} />
          <TimelineCard entries={timeline} />
        </div>
      </div>
    </>
  );
}

type Shown = Route.ComponentProps["loaderData"]["request"];

const isIdle = ({ state }: Shown) => state === "requested" || state === "failed";

function Actions({ request }: { request: Shown }) {
  if (!isIdle(request)) return null;
  return (
    <Form method="post" className="flex flex-wrap gap-2">
      {request.canPrompt && request.contactId !== null && (
        <Button name="intent" value="prompt">
          {request.state === "failed" ? m.requests_prompt_again() : m.requests_send_prompt()}
        </Button>
      )}
      <Button name="intent" value="cancel" variant="secondary">
        {m.requests_cancel_request()}
      </Button>
    </Form>
  );
}

function Facts({ request, contactId }: { request: Shown; contactId: string | null }) {
  const { amountCents, paidCents, tillKind, source } = request;
  return (
    <Card title={m.common_details()}>
      <DescriptionList
        items={[
          {
            term: m.common_contact(),
            value:
              contactId === null ? (
                m.requests_erased_contact()
              ) : (
                <Link className="link wrap-anywhere" to={href("/contacts/:contactId", { contactId })}>
                  {request.contact}
                </Link>
              ),
          },
          { term: m.common_amount(), value: formatKes(amountCents) },
          { term: m.common_paid(), value: formatKes(paidCents) },
          ...(paidCents > 0 && paidCents < amountCents
            ? [{ term: m.requests_left(), value: formatKes(amountCents - paidCents) }]
            : []),
          {
            term: tillKind === "paybill" ? m.tills_kind_paybill() : m.requests_till_number(),
            value: `${request.tillNumber} (${request.till})`,
          },
          ...(tillKind === "paybill"
            ? [
                {
                  term: m.common_account_number(),
                  value: <strong className="font-mono">{request.accountNumber}</strong>,
                },
              ]
            : []),
          {
            term: m.common_source(),
            value: [requestSourceWords[source], request.askedBy].filter(Boolean).join(", "),
          },
          ...(request.endedAt === null
            ? [{ term: m.requests_expires(), value: <Time value={request.expiresAt} to="day" /> }]
            : []),
        ]}
      />
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
