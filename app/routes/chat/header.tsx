import type { ReactNode } from "react";
import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { m } from "#messages";
import { ContactAvatar, Presence } from "./presence.tsx";

/** The customer, and the main actions: take, send a template, snooze, close. `search` is the list's filter. */
export function ConversationHeader({
  conversation,
  path,
  search,
  refresh,
}: {
  conversation: CallOutput<"GET /conversations/:conversationId">["conversation"];
  path: string;
  search: string;
  /** When no script keeps the screen up to date. */
  refresh: ReactNode;
}) {
  return (
    <header className="flex items-center gap-2 border-line border-b px-3 py-2">
      <Link
        to={`${href("/chat")}${search}`}
        className="icon-button flex-none lg:hidden"
        aria-label={m.ui_all_conversations()}
      >
        <Icon name="arrow-left" size={20} />
      </Link>
      <span className="max-sm:hidden">
        <ContactAvatar name={conversation.name} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="line-clamp-2 leading-tight wrap-anywhere">
          <Link
            to={href("/contacts/:contactId", { contactId: conversation.contactId })}
            className="inline-block min-h-6 hover:underline"
          >
            {readablePhone(conversation.name)}
          </Link>
        </h2>
        <p className="flex min-h-6 flex-wrap items-center gap-x-2 whitespace-nowrap text-xs sm:gap-x-3 sm:text-sm">
          <Presence status={conversation.status} />
          {refresh ??
            (conversation.phone !== null && conversation.phone !== conversation.name && (
              <span className="truncate text-muted">
                <Phone value={conversation.phone} />
              </span>
            ))}
          {conversation.username && <span className="truncate text-muted">@{conversation.username}</span>}
        </p>
      </div>
      {conversation.assignedTo === null && (
        <Form method="post" action={`${path}/details${search}`} className="flex-none max-sm:hidden">
          <button
            type="submit"
            name="intent"
            value="claim"
            className="icon-button"
            title={m.common_assign_to_me()}
          >
            <Icon name="user-round-plus" size={20} />
            <span className="sr-only">{m.common_assign_to_me()}</span>
          </button>
        </Form>
      )}
      <Link to={`${path}/template`} className="icon-button flex-none" title={m.common_send_template()}>
        <Icon name="file-text" size={20} />
        <span className="sr-only">{m.common_send_template()}</span>
      </Link>
      {conversation.state !== "closed" && (
        <PutAway isSnoozed={conversation.state === "snoozed"} path={path} search={search} />
      )}
      <Link
        to={`${path}/details${search}`}
        className="icon-button flex-none xl:hidden"
        title={m.common_details()}
      >
        <Icon name="panel-right" size={20} />
        <span className="sr-only">{m.common_details()}</span>
      </Link>
    </header>
  );
}

/** Snoozes or closes the conversation; on a phone its details do. */
function PutAway({ isSnoozed, path, search }: { isSnoozed: boolean; path: string; search: string }) {
  return (
    <>
      {!isSnoozed && (
        <Link
          to={`${path}/snooze${search}`}
          id="snooze-conversation"
          className="icon-button flex-none max-sm:hidden"
          title={m.chat_snooze()}
        >
          <Icon name="clock-3" size={20} />
          <span className="sr-only">{m.chat_header_snooze_conversation()}</span>
        </Link>
      )}
      <Form
        method="post"
        action={`${path}/details${search}`}
        id="close-conversation"
        className="flex-none max-sm:hidden"
      >
        <input type="hidden" name="intent" value="state" />
        <input type="hidden" name="state" value="closed" />
        <button type="submit" className="icon-button" title={m.chat_close()}>
          <Icon name="check" size={20} />
          <span className="sr-only">{m.chat_header_close_conversation_text()}</span>
        </button>
      </Form>
    </>
  );
}
