import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { stateWords } from "#app/domain/messaging/conversations/words.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge, Tag } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { momentText, Time } from "#app/ui/time.tsx";
import { type FormResult, fieldProps, fieldValue } from "#app/web/fields.ts";
import { m } from "#messages";
import type { CrmLine } from "./crmLines.server.ts";

type Thread = CallOutput<"GET /conversations/:conversationId">;

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
      <State conversation={conversation} action={action} />
      <Form method="post" action={action} className="grid gap-2" key={conversation.labels.join()}>
        <Field
          {...fieldProps(lastResult, "labels", conversation.labels.join(", "))}
          label={m.chat_labels()}
          list="all-labels"
          hint={m.chat_separated_by_commas()}
        />
        <Button name="intent" value="labels" variant="secondary">
          {m.chat_save_labels()}
        </Button>
      </Form>
      <Form method="post" action={action} className="grid gap-2" key={ownNotes}>
        <input type="hidden" name="noteKey" value={fieldValue(lastResult, "noteKey", noteKey)} />
        <TextareaField
          {...fieldProps(lastResult, "note")}
          label={m.chat_note_for_colleagues()}
          rows={3}
          maxLength={4096}
          hint={m.chat_the_customer_never_sees_it_name()}
        />
        <Button name="intent" value="note" variant="secondary">
          {m.chat_add_note()}
        </Button>
      </Form>
      <section aria-label={m.chat_deals_and_tasks()} className="grid gap-2">
        <h3>{m.chat_deals_and_tasks()}</h3>
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
          {m.chat_mark_as_unread()}
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
        label={m.chat_whose_conversation()}
        name="memberId"
        id="owner"
        defaultValue={conversation.assignedTo ?? ""}
        options={[
          { value: "", label: m.common_nobodys() },
          ...team.map(({ id, name, onDuty, load }) => ({
            value: id,
            label: (onDuty ? m.chat_assignee_available : m.chat_has)({ name, load }),
          })),
        ]}
      />
      <div className="row-actions">
        <Button name="intent" value="owner" variant="secondary">
          {m.chat_hand_on()}
        </Button>
        {conversation.assignedTo === null && (
          <Button name="intent" value="claim">
            {m.chat_take_it()}
          </Button>
        )}
      </div>
    </Form>
  );
}

const changes = lazy({
  waiting: [{ to: "open", label: m.chat_no_answer_needed }],
  open: [{ to: "waiting", label: m.chat_needs_an_answer }],
  closed: [{ to: "open", label: m.chat_open_again }],
});

function State({ conversation, action }: { conversation: Thread["conversation"]; action: string }) {
  const { state, waitingSince, dueAt, isLate } = conversation;
  return (
    <div className="grid gap-2">
      <p>
        <Badge tone={state === "waiting" ? (isLate ? "bad" : "warn") : "neutral"}>
          {stateWords[state].name}
        </Badge>{" "}
        <span className="text-muted">{stateWords[state].means}</span>
      </p>
      {waitingSince && (
        <p className="text-muted">
          {dueAt
            ? (isLate ? m.chat_was_due_2 : m.chat_waiting_since_due)({
                since: momentText(waitingSince),
                due: momentText(dueAt),
              })
            : m.chat_waiting_since({ since: momentText(waitingSince) })}
        </p>
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
            value: conversation.phone ? <Phone value={conversation.phone} /> : m.common_not_known(),
          },
          { term: m.chat_writes_to(), value: <Phone value={conversation.businessNumber} /> },
          {
            term: m.chat_consent(),
            value: conversation.optedOutAt
              ? m.chat_opted_out()
              : contact.consent === "granted"
                ? m.chat_consent_given()
                : m.chat_consent_not_given(),
          },
          {
            term: m.chat_last_seen(),
            value: contact.lastSeen ? <Time value={contact.lastSeen} /> : m.common_never(),
          },
          ...fields.map(([term, value]) => ({ term, value })),
        ]}
      />
    </section>
  );
}
