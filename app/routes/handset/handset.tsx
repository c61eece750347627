import { Fragment, type ReactNode } from "react";
import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Time } from "#app/ui/time.tsx";
import { WhatsappText } from "#app/ui/whatsappText.tsx";
import { m } from "#messages";

type Message = CallOutput<"GET /sandbox/handset">["conversations"][number]["messages"][number];

/**
 * A phone with one conversation on it. Its box starts at the newest message: laid out upwards, it needs no
 * script for that.
 */
export function Phone({
  title,
  subtitle,
  answer,
  children,
}: {
  title: string;
  subtitle: string;
  answer: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={m.handset_customers_phone()}
      className="mx-auto flex h-[42rem] max-h-[85dvh] w-full max-w-96 flex-col overflow-hidden rounded-[2rem] border-8 border-night bg-night shadow-float"
    >
      <header className="bg-night px-4 pt-2 pb-3 text-on-night">
        <h2 className="truncate text-base text-on-night">{title}</h2>
        <p className="text-sm">{subtitle}</p>
      </header>
      <div
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto bg-brand-soft"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-label={m.common_messages()}
      >
        <ol className="mb-auto flex flex-col gap-3 p-3">{children}</ol>
      </div>
      <div id="answer" className="rounded-b-[1.4rem] bg-surface p-3">
        {answer}
      </div>
    </section>
  );
}

/** What is above the text: a title, a place, a file. */
function PhoneHeader({ header, business }: { header: NonNullable<Message["header"]>; business: string }) {
  const { format, text, mediaId } = header;
  if (mediaId === undefined) return text ? <p className="mb-1 font-semibold">{text}</p> : null;
  const path = `${href("/sandbox/file")}?${new URLSearchParams({ business, file: mediaId })}`;
  if (format !== "IMAGE" && format !== "STICKER")
    return (
      <a className="link mb-1 block wrap-anywhere" href={path}>
        {text}
      </a>
    );
  return (
    <img
      src={path}
      alt={text}
      width={240}
      height={180}
      loading="lazy"
      className="mb-1 h-auto max-w-full rounded-lg"
    />
  );
}

type CardButton = NonNullable<NonNullable<Message["cards"]>[number]["buttons"]>[number];

const statusWords: Record<string, () => string> = {
  sent: m.handset_status_sent,
  delivered: m.handset_status_delivered,
  read: m.handset_status_read,
  failed: m.handset_status_failed,
};

/** One message; `children` are its buttons that can be pressed, `press` those of a carousel's cards. */
export function PhoneMessage({
  message,
  business,
  press,
  children,
}: {
  message: Message;
  press?: ((button: CardButton) => ReactNode) | undefined;
  /** Meta's id of the business number. */
  business: string;
  children?: ReactNode;
}) {
  const isOwn = message.direction === "inbound";
  const tick = message.status === "read" || message.status === "delivered" ? "check-check" : "check";
  return (
    <li className={`grid max-w-[85%] gap-1 ${isOwn ? "self-end" : "self-start"}`}>
      <div
        className={`rounded-xl border border-line px-3 py-2 ${isOwn ? "rounded-tr-sm bg-good-soft" : "rounded-tl-sm bg-surface"}`}
      >
        {message.header && <PhoneHeader header={message.header} business={business} />}
        <p className="whitespace-pre-wrap wrap-anywhere">
          <WhatsappText text={message.body} />
        </p>
        {message.footer && <p className="mt-1 text-muted text-sm">{message.footer}</p>}
        <p className="mt-1 flex items-center justify-end gap-1 text-muted text-xs">
          <Time value={message.at} />
          <Icon name={tick} size={14} className="flex-none" />
          <span>{statusWords[message.status]?.() ?? message.status}</span>
        </p>
      </div>
      {message.buttons
        ?.filter(({ type }) => type !== "QUICK_REPLY" && type !== "LIST_ROW")
        .map((button) => (
          <p
            key={button.text}
            className="rounded-xl border border-line bg-surface px-3 py-2 text-center font-semibold text-info text-sm"
          >
            {button.text}
            <span className="block font-normal text-muted text-xs wrap-anywhere">
              {button.url ?? (button.phoneNumber && readablePhone(button.phoneNumber)) ?? button.payload}
            </span>
          </p>
        ))}
      {message.cards && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <ul className="flex gap-2 overflow-x-auto pb-2" aria-label={m.common_cards()} tabIndex={0}>
          {message.cards.map((card, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: cards have no name, and keep their order.
              key={index}
              className="w-44 flex-none rounded-xl border border-line bg-surface px-3 py-2 text-sm"
            >
              {card.header && <PhoneHeader header={card.header} business={business} />}
              <p className="wrap-anywhere">{card.body}</p>
              {card.buttons?.map((button) =>
                press && button.type === "QUICK_REPLY" ? (
                  <Fragment key={button.text}>{press(button)}</Fragment>
                ) : (
                  <p key={button.text} className="mt-1 text-info wrap-anywhere">
                    <strong>{button.text}</strong> {button.url}
                  </p>
                ),
              )}
            </li>
          ))}
        </ul>
      )}
      {children}
    </li>
  );
}
