import { type ReactNode, useEffect } from "react";
import { href, Link, redirect, useNavigation, useRevalidator } from "react-router";
import { customerPhone, handsetReply } from "#app/domain/whatsapp/handset/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldValue } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { poll, whileVisible } from "#app/web/whileVisible.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { Cart } from "./cart.tsx";
import { Phone, PhoneMessage } from "./handset.tsx";
import { MoreToSend } from "./more.tsx";
import { PhoneChoice } from "./phoneChoice.tsx";
import { PaymentPrompts, paymentBefore } from "./prompts.tsx";

const schema = handsetReply;
const refreshSeconds = 5;
const pollMs = 3000;

export const meta: Route.MetaFunction = ({ location }) => [
  { title: m.common_handset() },
  ...(new URLSearchParams(location.search).has("refresh")
    ? [{ httpEquiv: "refresh", content: String(refreshSeconds) }]
    : []),
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const other = query.get("other")?.trim() ?? "";
  const typed = customerPhone.safeParse(other);
  const problem = other === "" ? undefined : typed.error?.issues[0]?.message;
  const phone = typed.data ?? query.get("phone") ?? undefined;
  const handset = await pageApi(context)("GET /sandbox/handset", { phone });
  const shownPhone = handset.phone;
  const { prompts } = shownPhone
    ? await context
        .get(apiContext)("GET /sandbox/prompts", { phone: shownPhone })
        // Only Kenyan mobile numbers have M-Pesa.
        .catch(() => ({ prompts: [] }))
    : { prompts: [] };
  const chosen = query.get("business");
  const conversation =
    handset.conversations.find(({ phoneNumberId }) => phoneNumberId === chosen) ??
    handset.conversations[0] ??
    null;
  const back = paymentBefore(query.get("back"));
  return { ...handset, prompts, conversation, back, other: { typed: problem ? other : "", problem } };
}

export const action = formAction(schema, async ({ value, api }) => {
  const { phone, phoneNumberId } = value;
  await api("POST /sandbox/reply", value);
  return redirect(addressOf(phone, phoneNumberId));
});

const addressOf = (phone: string, business: string, more: Record<string, string> = {}) =>
  `${href("/sandbox")}?${new URLSearchParams({ phone, business, ...more })}#answer`;

export default function Handset({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { phone, prompts, conversations, conversation, back } = loaderData;
  const wayBack = back && <ButtonLink to={back}>{m.handset_show_back_to_payment_link()}</ButtonLink>;
  useFreshMessages();
  if (conversations.length === 0) {
    return (
      <>
        <PageHeader title={m.common_handset()} actions={wayBack} />
        <PaymentPrompts phone={phone ?? ""} prompts={prompts} back={back} />
        <EmptyState
          art="chat"
          title={m.handset_show_no_numbers_connected_title()}
          action={<ButtonLink to={href("/whatsapp")}>{m.common_whatsapp_setup()}</ButtonLink>}
        >
          {m.handset_show_empty()}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageHeader title={m.common_handset()} description={m.handset_show_lead()} actions={wayBack} />
      <PaymentPrompts phone={phone ?? ""} prompts={prompts} back={back} />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem_1fr]">
        <PhoneChoice {...loaderData} />
        {phone === null || conversation === null ? (
          <EmptyState art="chat" title={m.handset_show_choose_customer_title()}>
            {m.handset_show_empty_text()}
          </EmptyState>
        ) : (
          <Conversation phone={phone} conversation={conversation} result={answer?.result} />
        )}
      </div>
    </>
  );
}

type LoaderData = Route.ComponentProps["loaderData"];

function Conversation({
  phone,
  conversation,
  result,
}: {
  phone: string;
  conversation: NonNullable<LoaderData["conversation"]>;
  result: FormResult;
}) {
  const { phoneNumberId, messages, verifiedName, displayPhoneNumber } = conversation;
  const errors = Object.values(result?.error ?? {}).flatMap((texts) => texts ?? []);
  // A new form after each response, so that its box is empty again; an incoming message leaves typed text
  // alone.
  const sent = messages.filter(({ direction }) => direction === "inbound").length;
  const answered = new Set(
    messages.filter(({ direction }) => direction === "inbound").map(({ contextId }) => contextId),
  );
  const newest = messages.findLast(({ direction, type }) => direction === "outbound" && type !== "reaction");
  const target = (
    <>
      <input type="hidden" name="phone" value={phone} />
      <input type="hidden" name="phoneNumberId" value={phoneNumberId} />
    </>
  );
  return (
    <div className="grid gap-3">
      <Phone
        title={verifiedName || displayPhoneNumber}
        subtitle={verifiedName ? displayPhoneNumber : ""}
        answer={
          <ReplyForm
            key={sent}
            target={target}
            text={fieldValue(result, "text")}
            hasErrors={errors.length > 0}
          />
        }
      >
        {messages.length === 0 && (
          <li className="py-8 text-center text-muted">{m.handset_show_no_messages_item()}</li>
        )}
        {messages.map((message) => (
          <PhoneMessage
            key={message.wamid}
            message={message}
            business={phoneNumberId}
            press={
              answered.has(message.wamid)
                ? undefined
                : (button) => <Press button={button} answered={message.wamid} target={target} />
            }
          >
            {message.wamid === newest?.wamid && <Reactions answered={message.wamid} target={target} />}
            {message.products && message.products.length > 0 && (
              <Cart products={message.products} target={target} />
            )}
            {!answered.has(message.wamid) &&
              message.buttons
                ?.filter(({ type }) => type === "QUICK_REPLY" || type === "LIST_ROW")
                .map((button) => (
                  <Press key={button.text} button={button} answered={message.wamid} target={target} />
                ))}
          </PhoneMessage>
        ))}
      </Phone>
      <ErrorSummary
        title={m.common_that_didnt_work()}
        errors={errors.map((text) => ({ text, id: "text" }))}
      />
      <MoreToSend phone={phone} phoneNumberId={phoneNumberId} />
      <Links phone={phone} phoneNumberId={phoneNumberId} />
    </div>
  );
}

function ReplyForm({ target, text, hasErrors }: { target: ReactNode; text: string; hasErrors: boolean }) {
  const isBusy = useNavigation().state === "submitting";
  return (
    <Form method="post" className="flex items-end gap-2">
      {target}
      <label className="sr-only" htmlFor="text">
        {m.handset_show_reply_as_customer()}
      </label>
      <input
        className="input"
        id="text"
        name="text"
        placeholder={m.handset_show_reply_as_customer()}
        autoComplete="off"
        defaultValue={text}
        aria-invalid={hasErrors || undefined}
      />
      <Button disabled={isBusy}>{m.common_send()}</Button>
    </Form>
  );
}

function Reactions({ answered, target }: { answered: string; target: ReactNode }) {
  return (
    <Form method="post" className="flex gap-1">
      {target}
      <input type="hidden" name="answered" value={answered} />
      {["👍", "❤️", "🙏"].map((emoji) => (
        <button key={emoji} type="submit" name="emoji" value={emoji} className="icon-button">
          <span aria-hidden="true">{emoji}</span>
          <span className="sr-only">{m.handset_show_react_with_text({ emoji })}</span>
        </button>
      ))}
    </Form>
  );
}

function Links({ phone, phoneNumberId }: { phone: string; phoneNumberId: string }) {
  return (
    <p className="flex flex-wrap gap-4 text-sm">
      <Link
        className="link inline-flex items-center gap-1"
        to={addressOf(phone, phoneNumberId)}
        preventScrollReset
      >
        <Icon name="refresh-cw" size={16} /> {m.common_refresh()}
      </Link>
      <a
        className="link [@media(scripting:enabled)]:hidden"
        href={addressOf(phone, phoneNumberId, { refresh: "on" })}
      >
        {m.handset_show_refresh_every_seconds_link({ refreshSeconds })}
      </a>
      <Link className="link" to={href("/chat")}>
        {m.handset_show_view_in_chat_link()}
      </Link>
    </p>
  );
}

/** A button of a message that the customer can press. */
function Press({
  button: { text, payload },
  answered,
  target,
}: {
  button: { text: string; payload?: string | undefined };
  answered: string;
  target: ReactNode;
}) {
  return (
    <Form method="post">
      {target}
      <input type="hidden" name="buttonText" value={text} />
      <input type="hidden" name="buttonPayload" value={payload ?? text} />
      <input type="hidden" name="answered" value={answered} />
      <Button variant="secondary" className="w-full">
        {text}
      </Button>
    </Form>
  );
}

/** With script, the phone polls for new messages while it is visible. */
function useFreshMessages() {
  const { revalidate } = useRevalidator();
  useEffect(() => whileVisible(() => poll(revalidate, () => pollMs)), [revalidate]);
}
