import { conversationStates, type Queue, queues } from "#app/domain/messaging/conversations/words.ts";

export interface ChatFilters {
  q: string;
  /** Empty: the first queue, or for a search every conversation. */
  queue: Queue | "";
  state: (typeof conversationStates)[number] | "";
  label: string;
  tag: string;
  /** Of the organisation, and of one of its members. */
  number: string;
  member: string;
  team: string;
  unread: boolean;
  late: boolean;
  ad: boolean;
}

const oneOf = <Word extends string>(words: readonly Word[], said: string | null): Word | "" =>
  words.find((word) => word === said) ?? "";

/** The filters of the address. */
export const readFilters = (query: URLSearchParams): ChatFilters => ({
  q: (query.get("q") ?? "").trim().slice(0, 100),
  queue: oneOf(queues, query.get("queue")),
  state: oneOf(conversationStates, query.get("state")),
  label: (query.get("label") ?? "").trim().slice(0, 40),
  tag: (query.get("tag") ?? "").trim().slice(0, 40),
  number: (query.get("number") ?? "").slice(0, 64),
  member: (query.get("member") ?? "").slice(0, 64),
  team: (query.get("team") ?? "").slice(0, 64),
  unread: query.has("unread"),
  late: query.has("late"),
  ad: query.has("ad"),
});

/** The query of the call. */
export const callQuery = ({ queue, state, unread, late, ad, ...words }: ChatFilters) => ({
  ...words,
  ...(queue || words.q === "" ? { queue: queue || queues[0] } : {}),
  ...(state ? { state } : {}),
  ...(unread ? { unread: "on" } : {}),
  ...(late ? { late: "on" } : {}),
  ...(ad ? { ad: "on" } : {}),
});

/** The query of an address with these filters; empty without any, else with its question mark. */
export function searchOf(filters: Partial<ChatFilters>, page = 1): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value === true) query.set(name, "on");
    else if (value) query.set(name, value);
  }
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `?${query}` : "";
}

/** Whether anything besides queue and search filters the list. A team's waiting customers are a queue. */
export const isNarrowed = ({ q: _, queue, team, ...filters }: ChatFilters): boolean =>
  Object.values(filters).some(Boolean) || (team !== "" && queue !== "" && queue !== queues[0]);
