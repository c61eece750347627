import { href, Link } from "react-router";
import { m } from "#messages";
import type { ChatMessage } from "./attachedFile.tsx";

/** The content of a customer's message besides text: its ad, an order, a form's replies. */
export function MessageDetails({ message: { ad, order, answers } }: { message: ChatMessage }) {
  return (
    <>
      {ad && <AdCard ad={ad} />}
      {order && <OrderCard order={order} />}
      {answers.length > 0 && (
        <dl className="mt-1 grid gap-1.5" aria-label={m.chat_message_details_answers_label()}>
          {answers.map(({ field, value }) => (
            <div key={field} className="min-w-0 wrap-anywhere">
              <dt className="text-muted text-xs">{field}</dt>
              <dd>{value || "–"}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** The earlier text of an edited message. */
export function EarlierTexts({ texts }: { texts: string[] }) {
  return (
    <details className="mt-1 text-muted text-sm">
      <summary>{m.chat_message_details_edited_summary()}</summary>
      <p className="font-semibold text-xs">{m.chat_message_details_before_editing_text()}</p>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: earlier texts of a message never move
        <p key={index} className="wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      ))}
    </details>
  );
}

function AdCard({ ad: { headline, body, title, linkText, url } }: { ad: NonNullable<ChatMessage["ad"]> }) {
  return (
    <aside className="wrap-anywhere mb-1 border-accent border-l-4 bg-sunken px-2 py-1 text-sm">
      <span className="block font-semibold text-muted text-xs">{title}</span>
      {headline && <strong className="block">{headline}</strong>}
      {body && <span className="line-clamp-3">{body}</span>}
      {url && (
        <a className="link" href={url} target="_blank" rel="noopener noreferrer nofollow">
          {linkText}
        </a>
      )}
    </aside>
  );
}

function OrderCard({ order }: { order: NonNullable<ChatMessage["order"]> }) {
  const { lines, title, total, totalLabel, text, placedId } = order;
  return (
    <>
      <p className="font-semibold">
        {placedId ? (
          <Link className="link" to={href("/orders/:orderId", { orderId: placedId })}>
            {title}
          </Link>
        ) : (
          title
        )}
      </p>
      <ul className="divide-y divide-line">
        {lines.map(({ productId, hint, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a stored order never move
          <li key={index} className="flex items-baseline justify-between gap-4 py-1">
            <span className="min-w-0 wrap-anywhere">
              {productId}
              <span className="block text-muted text-sm">{hint}</span>
            </span>
            {amount && <span className="whitespace-nowrap tabular-nums">{amount}</span>}
          </li>
        ))}
      </ul>
      {total && (
        <p className="flex justify-between gap-4 border-line border-t pt-1 font-semibold">
          <span>{totalLabel}</span>
          <span className="whitespace-nowrap tabular-nums">{total}</span>
        </p>
      )}
      {text && <p className="wrap-anywhere mt-1 whitespace-pre-wrap">{text}</p>}
    </>
  );
}
