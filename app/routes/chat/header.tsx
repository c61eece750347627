import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { m } from "#messages";
import type { WordedThread } from "./threadWords.server.ts";

/** The customer, and the main actions: take, send a template, snooze, close. `search` is the list's filter. */
export function ConversationHeader({
  conversation,
  path,
  search,
  refresh,
  macros,
}: {
  conversation: WordedThread["conversation"];
  path: string;
  search: string;
  /** When no script keeps the screen up to date. */
  refresh: ReactNode;
  /** The menu of macros, if there are any. */
  macros: ReactNode;
}) {
  return (
    <header className="pane-head">
      <Link
        to={`${href("/chat")}${search}`}
        className="icon-button md:hidden"
        aria-label={m.ui_all_conversations()}
      >
        <Icon name="arrow-left" size={20} />
      </Link>
      <span className="talk-avatar max-sm:hidden" aria-hidden="true">
        {conversation.initials}
      </span>
      <div className="min-w-0 flex-1 items-baseline gap-x-3 lg:flex">
        <h2 className="min-w-0">
          <Link
            to={href("/contacts/:contactId", { contactId: conversation.contactId })}
            className="block min-h-6 truncate hover:underline"
          >
            {readablePhone(conversation.name)}
          </Link>
        </h2>
        <p className="talk-line flex min-w-0 gap-x-3 whitespace-nowrap text-muted text-sm">
          <span className="truncate">{conversation.active}</span>
          {refresh}
        </p>
      </div>
      {conversation.isUnassigned && (
        <Form method="post" action={`${path}/details${search}`} className="max-sm:hidden">
          <button
            type="submit"
            name="intent"
            value="claim"
            className="icon-button"
            title={conversation.words.assignToMe}
          >
            <Icon name="user-round-plus" size={20} />
            <span className="sr-only">{conversation.words.assignToMe}</span>
          </button>
        </Form>
      )}
      {macros}
      <Link to={`${path}/template`} className="icon-button" title={conversation.words.sendTemplate}>
        <Icon name="file-text" size={20} />
        <span className="sr-only">{conversation.words.sendTemplate}</span>
      </Link>
      <Link
        to={`${path}/request`}
        className="icon-button max-sm:hidden"
        title={conversation.words.requestPayment}
      >
        <Icon name="hand-coins" size={20} />
        <span className="sr-only">{conversation.words.requestPayment}</span>
      </Link>
      {conversation.state !== "closed" && <PutAway conversation={conversation} path={path} search={search} />}
      <Link to={`${path}/details${search}`} className="icon-button xl:hidden" title={m.common_details()}>
        <Icon name="panel-right" size={20} />
        <span className="sr-only">{m.common_details()}</span>
      </Link>
    </header>
  );
}

/** Snoozes or closes the conversation; on a phone its details do. */
function PutAway({
  conversation: { state, words },
  path,
  search,
}: {
  conversation: WordedThread["conversation"];
  path: string;
  search: string;
}) {
  return (
    <>
      {state !== "snoozed" && (
        <Link
          to={`${path}/snooze${search}`}
          id="snooze-conversation"
          className="icon-button max-sm:hidden"
          title={words.snooze}
        >
          <Icon name="clock-3" size={20} />
          <span className="sr-only">{words.snoozeConversation}</span>
        </Link>
      )}
      <Form
        method="post"
        action={`${path}/details${search}`}
        id="close-conversation"
        className="max-sm:hidden"
      >
        <input type="hidden" name="intent" value="state" />
        <input type="hidden" name="state" value="closed" />
        <button type="submit" className="icon-button" title={words.close}>
          <Icon name="check" size={20} />
          <span className="sr-only">{words.closeConversation}</span>
        </button>
      </Form>
    </>
  );
}
