import { href, Link } from "react-router";
import { stateWords } from "#app/domain/messaging/conversations/words.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge, Tag } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { momentText, Time } from "#app/ui/time.tsx";
import { type FormResult, fieldProps, fieldValue } from "#app/web/fields.ts";
import { m } from "#messages";
import type { CrmLine } from "./crmLines.server.ts";
import type { WordedThread } from "./snoozeWords.server.ts";

type Thread = WordedThread;

/**
 * Members' information about a conversation: owner, state, labels, notes, and the customer. Every part is its
 * own form, posted to `action`.
 */
export function ConversationPanel({
  thread,
  action,
  crm,
  noteKey,
  lastResult,
}: {
  thread: Thread;
  crm: CrmLine[];
  action: string;
  /** Deduplicates a note that is sent twice. */
  noteKey: string;
  lastResult?: FormResult;
}) {
  const { conversation } = thread;
  // The box is emptied when the note is stored; others' updates never clear typed text.
  const ownNotes = thread.notes.filter(({ author }) => author?.isYou).length;
  return (
    <div className="grid content-start gap-5 p-4 text-sm">
      <Owner thread={thread} action={action} />
      <State thread={thread} action={action} />
      <Form method="post" action={action} className="grid gap-2" key={conversation.labels.join()}>
        <Field
          {...fieldProps(lastResult, "labels", conversation.labels.join(", "))}
          label={m.chat_labels()}
          list="all-labels"
          hint={m.chat_panel_labels_hint()}
        />
        <Button name="intent" value="labels" variant="secondary">
          {m.chat_panel_save_labels_button()}
        </Button>
      </Form>
      <Form method="post" action={action} className="grid gap-2" key={ownNotes}>
        <input type="hidden" name="noteKey" value={fieldValue(lastResult, "noteKey", noteKey)} />
        <TextareaField
          {...fieldProps(lastResult, "note")}
          label={m.chat_panel_note_label()}
          rows={3}
          maxLength={4096}
          hint={m.chat_panel_note_hint()}
        />
        <Button name="intent" value="note" variant="secondary">
          {m.chat_panel_add_note_button()}
        </Button>
      </Form>
      <section aria-label={m.common_deals_and_tasks()} className="grid gap-2">
        <h3>{m.common_deals_and_tasks()}</h3>
        <ul className="grid gap-2">
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
      <Customer thread={thread} />
      <p>
        <Link className="link" to={href("/chat/:conversationId/flow", { conversationId: conversation.id })}>
          {m.chat_flow_and_bot()}
        </Link>
      </p>
      <Form method="post" action={action}>
        <Button name="intent" value="unread" variant="quiet">
          {m.chat_panel_mark_as_unread_button()}
        </Button>
      </Form>
    </div>
  );
}

function Owner({ thread, action }: { thread: Thread; action: string }) {
  const { conversation, team } = thread;
  return (
    <Form
      method="post"
      action={action}
      className="grid gap-2"
      key={conversation.assignedTo ?? ""}
      preventScrollReset
    >
      <input type="hidden" name="from" value={conversation.assignedTo ?? ""} />
      <SelectField
        label={m.common_assignee()}
        name="memberId"
        id="owner"
        defaultValue={conversation.assignedTo ?? ""}
        options={[
          { value: "", label: m.common_unassigned_filter() },
          ...team.map(({ id, name, onDuty, load }) => ({
            value: id,
            label: (onDuty ? m.chat_panel_available_open : m.chat_panel_open_label)({ name, load }),
          })),
        ]}
      />
      <div className="row-actions">
        <Button name="intent" value="owner" variant="secondary">
          {m.common_assign()}
        </Button>
        {conversation.assignedTo === null && (
          <Button name="intent" value="claim">
            {m.common_assign_to_me()}
          </Button>
        )}
      </div>
    </Form>
  );
}

const changes = lazy({
  waiting: [{ to: "open", label: m.chat_panel_mark_as_answered }],
  snoozed: [],
  open: [{ to: "waiting", label: m.chat_panel_mark_as_waiting }],
  closed: [{ to: "open", label: m.common_reopen }],
});

function State({ thread, action }: { thread: Thread; action: string }) {
  const { conversation } = thread;
  const { state, waitingSince, dueAt, isLate } = conversation;
  return (
    <div className="grid gap-2">
      <p>
        <Badge tone={state === "waiting" ? (isLate ? "bad" : "warn") : "neutral"}>
          {thread.snoozed ?? stateWords[state].name}
        </Badge>{" "}
        <span className="text-muted">{stateWords[state].means}</span>
      </p>
      {waitingSince && (
        <p className="text-muted">
          {dueAt
            ? (isLate ? m.chat_panel_waiting_since_overdue_text : m.chat_panel_waiting_since_due_text)({
                since: momentText(waitingSince),
                due: momentText(dueAt),
              })
            : m.chat_panel_waiting_since_text({ since: momentText(waitingSince) })}
        </p>
      )}
      {state !== "closed" && (
        <div className="row-actions">
          {state === "snoozed" && (
            <Form method="post" action={action}>
              <Button name="intent" value="unsnooze" variant="secondary">
                {m.chat_snooze_end_button()}
              </Button>
            </Form>
          )}
          <ButtonLink to={action.replace("/details", "/snooze")} variant="secondary">
            {state === "snoozed" ? m.chat_snooze_change_time_link() : m.chat_snooze()}
          </ButtonLink>
        </div>
      )}
      <Form method="post" action={action} className="row-actions">
        <input type="hidden" name="intent" value="state" />
        {changes[state].map(({ to, label }) => (
          <Button key={to} name="state" value={to} variant="secondary">
            {label}
          </Button>
        ))}
        {state !== "closed" && (
          <Button name="state" value="closed" variant="secondary">
            {m.chat_close()}
          </Button>
        )}
      </Form>
    </div>
  );
}

const shownFields = 12;

function Customer({ thread: { conversation, contact } }: { thread: Thread }) {
  const fields = Object.entries(contact.fields).slice(0, shownFields);
  return (
    <section className="grid gap-2" aria-label={m.common_customer()}>
      <h3 className="wrap-anywhere">
        <Link className="link" to={href("/contacts/:contactId", { contactId: conversation.contactId })}>
          {conversation.name}
        </Link>
      </h3>
      {contact.tags.length > 0 && (
        <p className="flex flex-wrap gap-1">
          {contact.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </p>
      )}
      <DescriptionList
        items={[
          {
            term: m.common_number(),
            value: conversation.phone ? <Phone value={conversation.phone} /> : m.common_value_unknown(),
          },
          { term: m.chat_panel_business_number(), value: <Phone value={conversation.businessNumber} /> },
          {
            term: m.common_consent(),
            value: conversation.optedOutAt
              ? m.common_opted_out()
              : contact.consent === "granted"
                ? m.common_given()
                : m.chat_panel_consent_not_given(),
          },
          {
            term: m.chat_panel_last_seen(),
            value: contact.lastSeen ? <Time value={contact.lastSeen} /> : m.common_never(),
          },
          ...fields.map(([term, value]) => ({ term, value })),
        ]}
      />
    </section>
  );
}
