import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import {
  conversationStates,
  countedConversations,
  type Queue,
  queueNames,
  queues,
  stateWords,
} from "#app/domain/messaging/conversations/words.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { m } from "#messages";
import { activeWords } from "./activeWords.server.ts";
import { listTime, spanWords, untilWords } from "./chatTime.ts";
import { type ChatFilters, isNarrowed, searchOf } from "./filters.ts";
import { initialsOf } from "./initials.ts";

/* Worded here, so that the conversation's page loads no texts and no calendar for it. */

type List = CallOutput<"GET /conversations">;
type Conversation = List["conversations"][number];

const counted = (count: number) =>
  count > countedConversations ? `${countedConversations}+` : String(count);

/** The shown queue; a search covers all of them. */
const queueOf = ({ queue, q }: ChatFilters): Queue | "" => queue || (q === "" ? queues[0] : "");

/** A list as its rows show it, with its queues and what was found. */
export function wordedList(list: List, filters: ChatFilters) {
  const { page, pages, change, counts } = list;
  const current = queueOf(filters);
  // A team's queue: its waiting customers.
  const inTeam = current === queues[0] ? filters.team : "";
  return {
    ...{ page, pages, change },
    conversations: list.conversations.map((conversation) => rowOf(conversation, list)),
    queues: [
      ...queues.map((queue) => ({
        to: `${href("/chat")}${searchOf({ ...filters, q: "", team: "", queue: queue === queues[0] ? "" : queue })}`,
        name: queueNames[queue],
        count: counted(counts[queue]),
        isCurrent: queue === current && inTeam === "",
      })),
      ...list.teams.map(({ id, name, waiting }) => ({
        to: `${href("/chat")}${searchOf({ ...filters, q: "", team: id, queue: "" })}`,
        name,
        count: counted(waiting),
        isCurrent: id === inTeam,
      })),
    ],
    filterWords: filterWords(),
    found: foundWords(list, filters),
    isEmptyOfWaiting: current === "waiting" && !isNarrowed(filters) && list.conversations.length === 0,
    places: placesOf(list, filters),
  };
}

/** The texts of the search and the filters. */
const filterWords = () => ({
  search: m.chat_list_search_conversations(),
  placeholder: m.chat_list_q_placeholder(),
  any: m.chat_list_any_label(),
  label: m.chat_label(),
  tag: m.chat_list_tag_label(),
  number: m.common_number(),
  member: m.common_member(),
  team: m.common_team(),
  unread: m.chat_unread(),
  late: m.chat_list_late(),
  ad: m.chat_from_ad(),
  states: [
    { value: "", label: m.chat_list_any_label() },
    ...conversationStates.map((value) => ({
      value,
      label: value === "waiting" ? m.chat_list_waiting_longest_first() : stateWords[value].name,
    })),
  ],
});

function rowOf(conversation: Conversation, { now }: List) {
  const { id, name, phone, username, lastMessage, excerpt, timestamp, unread, owner, isLate } = conversation;
  return {
    ...{ id, name, username, lastMessage, excerpt, timestamp, unread, isLate },
    phone: phone === name ? null : phone,
    initials: initialsOf(name),
    active: activeWords(conversation.lastActiveAt, now),
    time: listTime(timestamp, { now }),
    wait: waitWords(conversation, now),
    marks: marksOf(conversation, now),
    owner: owner && {
      initials: initialsOf(owner.name),
      name: owner.isYou ? m.chat_yours() : owner.firstName,
    },
  };
}

/** How long the customer has waited: short, and in full. */
function waitWords({ state, waitingSince, dueAt, isLate }: Conversation, now: string) {
  if (state !== "waiting" || !waitingSince) return null;
  const time = spanWords(waitingSince, now);
  if (isLate) return { time, text: m.chat_row_overdue_waiting({ time }) };
  const left = dueAt && m.chat_row_left_text({ now: spanWords(now, dueAt) });
  return { time, text: [m.chat_row_waiting_time({ time }), left].filter(Boolean).join(", ") };
}

/** What else is known of a conversation, as signs. */
function marksOf({ state, snoozedUntil, adAt, labels }: Conversation, now: string) {
  const marks: { icon: IconName; text: string }[] = [];
  if (state === "snoozed" && snoozedUntil)
    marks.push({
      icon: "clock-3",
      text: m.chat_row_snoozed_until({ time: untilWords(snoozedUntil, { now }) }),
    });
  if (state === "closed") marks.push({ icon: "check", text: m.chat_state_closed() });
  if (adAt) marks.push({ icon: "megaphone", text: m.chat_row_from_ad_text() });
  if (labels.length > 0) marks.push({ icon: "tag", text: labels.join(", ") });
  return marks;
}

/** The customer with the longest wait, when the list is of those. */
export function nextOf({ conversations: [first], now, page }: List, filters: ChatFilters) {
  if (!first || page > 1 || queueOf(filters) !== "waiting" || isNarrowed(filters)) return null;
  return {
    to: `${href("/chat/:conversationId", { conversationId: first.id })}${searchOf(filters)}`,
    name: first.name,
    wait: waitWords(first, now)?.text ?? "",
    text: first.lastMessage,
  };
}

/** How many a search or filter found; null for a whole queue. */
function foundWords({ total, more }: List, filters: ChatFilters): string | null {
  const { q } = filters;
  if (q === "" && !isNarrowed(filters)) return null;
  if (q === "") {
    if (total === 0) return m.common_nothing_found();
    return more ? m.chat_list_first_shown({ total }) : m.chat_list_found({ total });
  }
  if (total === 0) return m.chat_list_search_nothing_found({ q });
  return more ? m.chat_list_search_newest({ total, q }) : m.chat_list_search_found({ total, q });
}

/** The other pages of the inbox. */
function placesOf({ counts: { late } }: List, filters: ChatFilters) {
  return {
    late,
    links: [
      {
        to: href("/chat/late"),
        label:
          late > 0 ? m.chat_list_overdue_replies_link({ count: counted(late) }) : m.chat_overdue_replies(),
      },
      { to: `${href("/chat/bulk")}${searchOf(filters)}`, label: m.chat_bulk_actions() },
      { to: href("/chat/replies"), label: m.chat_canned_replies() },
      { to: href("/settings/inbox"), label: m.chat_list_hours_and_availability_link() },
      { to: href("/chat/keys"), label: m.chat_list_shortcuts_link() },
    ],
  };
}

export type WordedList = ReturnType<typeof wordedList>;
