import { Icon } from "#app/ui/icon.tsx";
import { WhatsappText } from "#app/ui/whatsappText.tsx";
import { m } from "#messages";
import { AttachedFile, type ChatMessage } from "./attachedFile.tsx";
import { MessageDetails } from "./messageDetails.tsx";

/** A message's content, apart from author and time. */
export function MessageParts({ message, conversationId }: { message: ChatMessage; conversationId: string }) {
  const { attachment, location, cards, quote, reactedTo } = message;
  if (message.isRevoked)
    return <p className="text-muted italic">{m.chat_message_parts_deleted_by_customer()}</p>;
  const words = message.caption ?? (location || cards.length > 0 || message.order ? "" : message.content);
  return (
    <>
      {message.isForwarded && (
        <p className="text-muted text-xs italic">{m.chat_message_parts_forwarded_text()}</p>
      )}
      {quote && <Quote {...quote} />}
      {attachment && <AttachedFile file={attachment} conversationId={conversationId} />}
      {location && <Place location={location} />}
      {cards.map((card) => (
        <ContactCard key={`${card.name} ${card.phones.join()}`} card={card} />
      ))}
      <MessageDetails message={message} />
      {words !== "" && (
        <p className="whitespace-pre-wrap break-words">
          <WhatsappText text={words} />
        </p>
      )}
      {reactedTo && <Quote {...reactedTo} />}
      {message.chosen && <p className="text-muted text-sm">{message.chosen}</p>}
      {message.choices.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-1.5" aria-label={m.chat_message_parts_quick_replies()}>
          {message.choices.map((title) => (
            <li key={title} className="rounded-full border border-brand px-2.5 py-0.5 text-brand text-sm">
              {title}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The quoted message. */
export function Quote({ words, isOurs }: { words: string; isOurs: boolean }) {
  return (
    <blockquote className="mb-1 border-brand border-l-4 bg-sunken px-2 py-1 text-sm">
      <span className="block font-semibold text-muted text-xs">
        {isOurs ? m.common_your_business() : m.common_customer()}
      </span>
      <span className="line-clamp-2 break-words">{words}</span>
    </blockquote>
  );
}

function Place({ location }: { location: NonNullable<ChatMessage["location"]> }) {
  const { latitude, longitude, name, address } = location;
  const where = `${latitude},${longitude}`;
  return (
    <p className="flex gap-2">
      <Icon name="map-pin" size={20} className="mt-0.5 flex-none" />
      <span className="min-w-0 wrap-anywhere">
        {name && <strong className="block">{name}</strong>}
        {address && <span className="block">{address}</span>}
        <a
          className="link"
          href={`https://www.google.com/maps/search/?${new URLSearchParams({ api: "1", query: where })}`}
          target="_blank"
          rel="noreferrer"
        >
          {m.chat_message_parts_on_map_link({ where })}
        </a>
      </span>
    </p>
  );
}

function ContactCard({ card }: { card: ChatMessage["cards"][number] }) {
  return (
    <p className="flex gap-2">
      <Icon name="user-round" size={20} className="mt-0.5 flex-none" />
      <span className="min-w-0 wrap-anywhere">
        <strong className="block">{card.name}</strong>
        {card.company && <span className="block">{card.company}</span>}
        {card.phones.map((phone) => (
          <span key={phone} className="block">
            {phone}
          </span>
        ))}
        {card.emails.map((email) => (
          <span key={email} className="block">
            {email}
          </span>
        ))}
      </span>
    </p>
  );
}

/** The reactions of both sides. */
export function Reactions({ reactions, name }: { reactions: ChatMessage["reactions"]; name: string }) {
  if (reactions.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-wrap gap-1" aria-label={m.chat_message_parts_reactions_label()}>
      {reactions.map(({ emoji, isOurs }) => (
        <li
          key={`${emoji} ${isOurs}`}
          className="rounded-full border border-line bg-surface px-2 text-sm"
          title={isOurs ? m.common_your_business() : name}
        >
          {emoji}
          <span className="sr-only">
            {" "}
            {m.chat_message_parts_by_text({ isOurs: isOurs ? m.chat_message_parts_business() : name })}
          </span>
        </li>
      ))}
    </ul>
  );
}
