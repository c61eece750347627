import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { m } from "#messages";

/** A form in place of a conversation, with the link back to it. */
export function ConversationForm({
  title,
  back,
  children,
}: {
  title: string;
  back: string;
  children: ReactNode;
}) {
  return (
    <section className="inbox-thread" aria-label={title}>
      <header className="pane-head">
        <Link to={back} className="icon-button" aria-label={m.chat_back_to_conversation()}>
          <Icon name="arrow-left" size={20} />
        </Link>
        <h2 className="truncate">{title}</h2>
      </header>
      <div className="grid max-w-xl gap-5 p-4 sm:p-6">{children}</div>
    </section>
  );
}
