import type { DemoMessage, Solution } from "#app/routes/public/content/landing.ts";
import { m } from "#messages";
import { useOwnLanguage } from "./ownLanguage.ts";

/** The visitor's message without script, and its chat: the form was posted to the server. */
export interface Said {
  chat: string;
  message: DemoMessage;
}

/**
 * A chat to try. With script the typed text joins the chat at once; without, the form reloads the page and
 * the server adds it. Blank text is ignored in both.
 */
export function DemoChat({ id, chat, said }: { id: string; chat: Solution["chat"]; said: Said | null }) {
  const ownLanguage = useOwnLanguage();
  const messages = said?.chat === id ? [...chat.messages, said.message] : chat.messages;
  return (
    <section className="chat" id={`chat-${id}`} aria-label={m.public_demo_chat_with({ with: chat.with })}>
      <p className="chat-head">
        <span className="chat-face" aria-hidden="true">
          {chat.face}
        </span>
        <span>
          <strong>{chat.with}</strong>
          <small>{m.public_demo_chat_hint()}</small>
        </span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <ol aria-live="polite" aria-label={m.common_messages()} tabIndex={0}>
        {messages.map((message) => (
          <li key={`${message.time}${message.text}`} className={message.type}>
            {message.text} <time>{message.time}</time>
          </li>
        ))}
      </ol>
      <form action={`${ownLanguage("/")}#chat-${id}`}>
        <input type="hidden" name="chat" value={id} />
        <input
          className="input"
          name="say"
          maxLength={200}
          autoComplete="off"
          aria-label={m.public_demo_chat_message_to({ with: chat.with })}
          placeholder={m.public_demo_chat_say_placeholder()}
        />
        <button type="submit" className="button button-primary">
          {m.common_send()}
        </button>
      </form>
    </section>
  );
}
