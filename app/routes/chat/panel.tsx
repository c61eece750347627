import { href, Link } from "react-router";
import { Badge, Tag } from "#app/ui/badge.tsx";
import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { type FormResult, fieldError } from "#app/web/fields.ts";
import { m } from "#messages";
import type { CrmLine } from "./crmLines.server.ts";
import { NoteForm } from "./noteForm.tsx";
import type { PanelWords } from "./panelWords.server.ts";
import type { WordedThread } from "./threadWords.server.ts";

/**
 * The customer of a conversation, and what members set on it: assignee, labels, state, notes. Each change is one press of
 * a button, posted to `action`.
 */
export function ConversationPanel({
  conversation,
  words,
  action,
  crm,
  noteKey,
  lastResult,
}: {
  conversation: WordedThread["conversation"];
  words: PanelWords;
  crm: CrmLine[];
  action: string;
  /** Deduplicates a note that is sent twice. */
  noteKey: string;
  lastResult?: FormResult;
}) {
  return (
    <div className="panel">
      <Customer conversation={conversation} words={words} />
      <Assignee
        assignee={words.assignee}
        isUnassigned={conversation.isUnassigned}
        action={action}
        error={fieldError(lastResult, "memberId") ?? fieldError(lastResult, "teamId")}
      />
      <Labels labels={words.labels} action={action} error={fieldError(lastResult, "labels")} />
      <State words={words.state} state={conversation.state} action={action} />
      <NoteForm key={words.ownNotes} action={action} noteKey={noteKey} lastResult={lastResult} />
      <section>
        <h3>{words.deals}</h3>
        <ul className="grid gap-1">
          {crm.map(({ to, text, hint }) => (
            <li key={to} className="wrap-anywhere">
              <Link className="link" to={to}>
                {text}
              </Link>{" "}
              <span className="text-muted">{hint}</span>
            </li>
          ))}
        </ul>
      </section>
      <Form method="post" action={action} className="flex flex-wrap gap-x-4 border-line border-t pt-3">
        <Link className="link" to={href("/chat/:conversationId/flow", { conversationId: conversation.id })}>
          {words.flow}
        </Link>
        <button type="submit" name="intent" value="unread" className="link">
          {words.unread}
        </button>
      </Form>
    </div>
  );
}

function Customer({
  conversation: { name, contactId, initials, active },
  words: { facts, more, moreFacts, tags },
}: {
  conversation: WordedThread["conversation"];
  words: PanelWords;
}) {
  return (
    <section aria-label={m.common_customer()}>
      <div className="flex items-center gap-3">
        <span className="talk-avatar" aria-hidden="true">
          {initials}
        </span>
        <div className="min-w-0">
          <h3 className="line-clamp-2 wrap-anywhere">
            <Link className="link" to={href("/contacts/:contactId", { contactId })}>
              {name}
            </Link>
          </h3>
          <p className="text-muted">{active}</p>
        </div>
      </div>
      <Facts facts={facts} />
      {tags.length > 0 && (
        <p className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </p>
      )}
      <details>
        <summary className="link inline-block">{more}</summary>
        <Facts facts={moreFacts} />
      </details>
    </section>
  );
}

function Facts({ facts }: { facts: PanelWords["facts"] }) {
  return (
    <dl className="facts">
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A menu of the members and teams, each a button: choosing one assigns the conversation. */
function Assignee({
  assignee: { from, name, initials, team, choices },
  isUnassigned,
  action,
  error,
}: {
  assignee: PanelWords["assignee"];
  isUnassigned: boolean;
  action: string;
  error: string | undefined;
}) {
  return (
    <section>
      <h3>{m.common_assignee()}</h3>
      {error && <p className="error">{error}</p>}
      <Form method="post" action={action} preventScrollReset>
        <input type="hidden" name="intent" value="owner" />
        <input type="hidden" name="from" value={from.from} />
        <input type="hidden" name="fromTeam" value={from.fromTeam} />
        <Menu
          id="owner"
          className="menu-text menu-field"
          button={
            <>
              {initials && (
                <span className="talk-owner" aria-hidden="true">
                  {initials}
                </span>
              )}
              <span className="sr-only">{m.common_assignee()}: </span>
              <span className="mr-auto truncate">{name}</span>
              <Icon name="chevron-down" size={16} />
            </>
          }
        >
          <ul className="menu-list">
            {choices.map((choice) => (
              <li key={choice.value}>
                <button type="submit" name="assignee" value={choice.value} aria-pressed={choice.isCurrent}>
                  <span className="mr-auto text-left wrap-anywhere">{choice.text}</span>
                  {choice.isCurrent && <Icon name="check" size={16} />}
                </button>
              </li>
            ))}
          </ul>
        </Menu>
      </Form>
      {team && <p className="text-muted wrap-anywhere">{team}</p>}
      {isUnassigned && (
        <Form method="post" action={action}>
          <button type="submit" name="intent" value="claim" className="link">
            {m.common_assign_to_me()}
          </button>
        </Form>
      )}
    </section>
  );
}

/** Labels as chips, each with a button to remove it, and a field for more. */
function Labels({ labels, action, error }: { labels: string[]; action: string; error: string | undefined }) {
  return (
    <section>
      <h3>{m.chat_labels()}</h3>
      {labels.length > 0 && (
        <Form method="post" action={action} preventScrollReset>
          <input type="hidden" name="intent" value="unlabel" />
          <ul className="flex flex-wrap gap-1">
            {labels.map((label) => (
              <li key={label} className="badge tag tone-neutral chip">
                {label}
                <button type="submit" name="label" value={label}>
                  <Icon name="x" size={14} />
                  <span className="sr-only">{m.chat_panel_remove_label_button({ label })}</span>
                </button>
              </li>
            ))}
          </ul>
        </Form>
      )}
      <Form
        method="post"
        action={action}
        className="top-search"
        key={labels.join()}
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="intent" value="label" />
        <label className="sr-only" htmlFor="labels">
          {m.chat_panel_add_label()}
        </label>
        <input
          id="labels"
          name="labels"
          className="input"
          list="all-labels"
          autoComplete="off"
          maxLength={400}
          placeholder={m.chat_panel_add_label()}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && "labels-error"}
        />
        <button type="submit" className="icon-button">
          <Icon name="plus" size={18} />
          <span className="sr-only">{m.chat_panel_add_label()}</span>
        </button>
      </Form>
      {error && (
        <p className="error" id="labels-error">
          {error}
        </p>
      )}
    </section>
  );
}

function State({
  words: { name, tone, means, since, snooze, snoozeEnd, moves },
  state,
  action,
}: {
  words: PanelWords["state"];
  state: WordedThread["conversation"]["state"];
  action: string;
}) {
  return (
    <section>
      <h3>{m.common_status()}</h3>
      <p>
        <Badge tone={tone}>{name}</Badge> <span className="text-muted">{means}</span>
      </p>
      {since && <p className="text-muted">{since}</p>}
      <div className="flex flex-wrap gap-x-4 *:contents">
        <Form method="post" action={action}>
          {state === "snoozed" && (
            <button type="submit" name="intent" value="unsnooze" className="link">
              {snoozeEnd}
            </button>
          )}
          {state !== "closed" && (
            <Link className="link" to={action.replace("/details", "/snooze")}>
              {snooze}
            </Link>
          )}
        </Form>
        <Form method="post" action={action}>
          <input type="hidden" name="intent" value="state" />
          {moves.map(({ to, label }) => (
            <button key={to} type="submit" name="state" value={to} className="link">
              {label}
            </button>
          ))}
          {state !== "closed" && (
            <button type="submit" name="state" value="closed" className="link">
              {m.chat_close()}
            </button>
          )}
        </Form>
      </div>
    </section>
  );
}
