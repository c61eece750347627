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

function AdCard({ ad: { headline, body, isPost, url } }: { ad: NonNullable<ChatMessage["ad"]> }) {
  return (
    <aside className="wrap-anywhere mb-1 border-accent border-l-4 bg-sunken px-2 py-1 text-sm">
      <span className="block font-semibold text-muted text-xs">
        {isPost ? m.chat_message_details_from_post_text() : m.chat_from_ad()}
      </span>
      {headline && <strong className="block">{headline}</strong>}
      {body && <span className="line-clamp-3">{body}</span>}
      {url && (
        <a className="link" href={url} target="_blank" rel="noopener noreferrer nofollow">
          {isPost ? m.chat_message_details_open_post_link() : m.chat_message_details_open_ad_link()}
        </a>
      )}
    </aside>
  );
}

function OrderCard({ order: { lines, total, text, placed } }: { order: NonNullable<ChatMessage["order"]> }) {
  return (
    <>
      <p className="font-semibold">
        {placed ? (
          <Link className="link" to={href("/orders/:orderId", { orderId: placed.id })}>
            {m.orders_order_title({ number: String(placed.number) })}
          </Link>
        ) : (
          m.chat_message_details_order_heading_text()
        )}
      </p>
      <ul className="divide-y divide-line">
        {lines.map(({ productId, quantity, price, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a stored order never move
          <li key={index} className="flex items-baseline justify-between gap-4 py-1">
            <span className="min-w-0 wrap-anywhere">
              {productId}
              <span className="block text-muted text-sm">
                {price
                  ? m.chat_message_details_order_quantity_text({ quantity, price })
                  : m.chat_message_details_order_no_price_text({ quantity })}
              </span>
            </span>
            {amount && <span className="whitespace-nowrap tabular-nums">{amount}</span>}
          </li>
        ))}
      </ul>
      {total && (
        <p className="flex justify-between gap-4 border-line border-t pt-1 font-semibold">
          <span>{m.common_total()}</span>
          <span className="whitespace-nowrap tabular-nums">{total}</span>
        </p>
      )}
      {text && <p className="wrap-anywhere mt-1 whitespace-pre-wrap">{text}</p>}
    </>
  );
}
