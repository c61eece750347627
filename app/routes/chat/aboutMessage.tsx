import { Link } from "react-router";
import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { m } from "#messages";
import type { ChatMessage } from "./attachedFile.tsx";
import { Quote } from "./messageParts.tsx";

const emojis = ["👍", "❤️", "😂", "😮", "😢", "🙏"];

/** The message that the next reply quotes, with the emojis to react to it instead. */
export function AboutMessage({
  message,
  path,
  submissionKey,
}: {
  message: ChatMessage;
  path: string;
  submissionKey: string;
}) {
  const ours = message.reactions.find(({ isOurs }) => isOurs);
  return (
    <div className="mb-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Quote words={message.content} isOurs={message.sender === "user"} />
        </div>
        <Link to={path} className="icon-button flex-none" preventScrollReset>
          <Icon name="x" size={18} />
          <span className="sr-only">{m.chat_about_message_cancel_quoted_reply()}</span>
        </Link>
      </div>
      <Form method="post" action={`${path}/react`} className="flex flex-wrap gap-1" preventScrollReset>
        <input type="hidden" name="messageId" value={message.id} />
        <input type="hidden" name="key" value={submissionKey} />
        {emojis.map((emoji) => (
          <button key={emoji} type="submit" name="emoji" value={emoji} className="icon-button text-xl">
            <span aria-hidden="true">{emoji}</span>
            <span className="sr-only">{m.chat_about_message_react_with_text({ emoji })}</span>
          </button>
        ))}
        {ours && (
          <button type="submit" name="emoji" value="" className="link min-h-11 px-2 text-sm">
            {m.chat_about_message_remove_button({ emoji: ours.emoji })}
          </button>
        )}
      </Form>
    </div>
  );
}
