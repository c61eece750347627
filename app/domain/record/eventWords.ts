import type { DataOf, EventType, ReportType } from "./eventType.ts";

export type Changes = Record<string, [before: unknown, after: unknown]>;

export interface Words {
  /** `Campaign started`. */
  title: string;
  details: string;
  /** The notification's own data, when different. */
  notice?: { title: string; body: string };
}

/** Further inputs of an event's text besides its data. */
export interface EventContext {
  subjectId: string | null;
  status: "success" | "warning" | "error";
  changes: Changes;
}

type TypesOf<Room> = Exclude<Extract<Room[keyof Room], EventType>, ReportType>;

/** The words of every event type that a room's `events.ts` exports; they are made in the language of the reader. */
export type WordsOf<Room> = {
  [T in TypesOf<Room> as T["name"]]: (data: DataOf<T>, context: EventContext) => Words;
};

/** The words of an event whose details come of its data alone. */
export const words =
  <Data>(title: () => string, details: (data: Data) => string) =>
  (data: Data): Words => ({ title: title(), details: details(data) });
