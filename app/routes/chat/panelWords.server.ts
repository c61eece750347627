import { type conversationStates, stateWords } from "#app/domain/messaging/conversations/words.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import type { Tone } from "#app/ui/badge.tsx";
import { momentText } from "#app/ui/time.tsx";
import { m } from "#messages";
import { activeWords } from "./activeWords.server.ts";
import { initialsOf } from "./initials.ts";
import { snoozedWords } from "./snoozeWords.server.ts";
import type { Thread } from "./threadWords.server.ts";

type ConversationState = (typeof conversationStates)[number];

interface Fact {
  term: string;
  value: string;
}

/** Fields of the contact next to the number; the others are behind "Details". */
const mainFields = 2;
const shownFields = 12;

/** The panel's texts: the customer, the assignee, labels and state. */
export function panelWords(thread: Thread) {
  const { conversation, contact, notes } = thread;
  const fields = Object.entries(contact.fields)
    .slice(0, shownFields)
    .map(([term, value]): Fact => ({ term, value: String(value) }));
  return {
    facts: [
      { term: m.common_number(), value: phoneText(conversation.phone) },
      ...(conversation.username ? [{ term: m.common_username(), value: `@${conversation.username}` }] : []),
      ...fields.slice(0, mainFields),
      { term: m.common_consent(), value: consentWords(thread) },
      { term: m.chat_panel_last_activity(), value: lastActivity(thread) },
    ] satisfies Fact[],
    more: m.chat_panel_more_facts(),
    moreFacts: [
      { term: m.chat_panel_business_number(), value: phoneText(conversation.businessNumber) },
      ...fields.slice(mainFields),
    ] satisfies Fact[],
    tags: contact.tags,
    labels: conversation.labels,
    assignee: assigneeOf(thread),
    state: stateOf(thread),
    deals: m.common_deals_and_tasks(),
    flow: m.chat_flow_and_bot(),
    unread: m.chat_panel_mark_as_unread_button(),
    /** The box for a note is emptied once the note is stored; others' updates never clear typed text. */
    ownNotes: notes.filter(({ author }) => author?.isYou).length,
  };
}

export type PanelWords = ReturnType<typeof panelWords>;

const phoneText = (phone: string | null) =>
  phone === null ? m.common_value_unknown() : readablePhone(phone);

function consentWords({ conversation, contact }: Thread): string {
  if (conversation.optedOutAt) return m.common_opted_out();
  return contact.consent === "granted" ? m.common_given() : m.chat_panel_consent_not_given();
}

function lastActivity({ conversation: { lastActiveAt }, now }: Thread): string {
  return lastActiveAt === null ? activeWords(null, now) : momentText(lastActiveAt);
}

function assigneeOf({ conversation: { assignedTo, teamId }, team, teams }: Thread) {
  const current = team.find(({ id }) => id === assignedTo);
  return {
    from: { from: assignedTo ?? "", fromTeam: teamId ?? "" },
    name: current?.name ?? (assignedTo === null ? m.common_unassigned_filter() : m.chat_a_colleague()),
    initials: current ? initialsOf(current.name) : "",
    team: teams.find(({ id }) => id === teamId)?.name ?? null,
    choices: [
      memberChoice("", m.common_unassigned_filter(), assignedTo === null),
      ...team.map(({ id, name, onDuty, load }) =>
        memberChoice(
          id,
          (onDuty ? m.chat_panel_available_open : m.chat_panel_open_label)({ name, load }),
          id === assignedTo,
        ),
      ),
      ...(teamId === null ? [] : [teamChoice("", m.common_organisation_queue(), false)]),
      ...teams.map(({ id, name }) => teamChoice(id, m.chat_panel_team_choice({ team: name }), id === teamId)),
    ],
  };
}

/** A button of the menu: what it posts, and whether it is what the conversation has. */
const memberChoice = (id: string, text: string, isCurrent: boolean) => ({
  ...{ value: `member:${id}`, text, isCurrent },
});
const teamChoice = (id: string, text: string, isCurrent: boolean) => ({
  ...{ value: `team:${id}`, text, isCurrent },
});

const moves: Record<ConversationState, readonly { to: string; label: string }[]> = lazy({
  waiting: [{ to: "open", label: m.chat_panel_mark_as_answered }],
  snoozed: [],
  open: [{ to: "waiting", label: m.chat_panel_mark_as_waiting }],
  closed: [{ to: "open", label: m.common_reopen }],
});

function stateOf({ conversation, now }: Thread) {
  const { state, isLate, snoozedUntil } = conversation;
  const tone: Tone = state === "waiting" ? (isLate ? "bad" : "warn") : "neutral";
  return {
    tone,
    name: snoozedWords(snoozedUntil, now) ?? stateWords[state].name,
    means: stateWords[state].means,
    since: sinceWords(conversation),
    snooze: state === "snoozed" ? m.chat_snooze_change_time_link() : m.chat_snooze(),
    snoozeEnd: m.chat_snooze_end_button(),
    moves: moves[state],
  };
}

function sinceWords({ waitingSince, dueAt, isLate }: Thread["conversation"]): string | null {
  if (!waitingSince) return null;
  const since = momentText(waitingSince);
  if (!dueAt) return m.chat_panel_waiting_since_text({ since });
  const words = isLate ? m.chat_panel_waiting_since_overdue_text : m.chat_panel_waiting_since_due_text;
  return words({ since, due: momentText(dueAt) });
}
