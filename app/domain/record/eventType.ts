import { z } from "zod";
import type { activityTypes } from "./words.ts";

export type ActivityType = (typeof activityTypes)[number];
export type EventStatus = "success" | "warning" | "error";

/** Who is told behind the bell. */
export interface Bell {
  /** All members, those who manage the organisation, the user who is the subject, or those whom `record` is given. */
  to: "everyone" | "managers" | "subject" | "named";
  /** Also who did it: it came to its end without them. */
  alsoCauser?: boolean;
  /** Not to whom an unread one about the same subject waits already. */
  unlessUnread?: boolean;
}

/** What can happen, under one name, with the shape of its facts. */
export interface EventType<N extends string = string, S extends z.ZodType = z.ZodType> {
  name: N;
  /** Where it stands in the activity log; null where it is no entry of it. */
  type: ActivityType | null;
  /** How it went, unless one that happened says otherwise. */
  status: EventStatus;
  data: S;
  bell?: Bell;
}

export type DataOf<T> = T extends EventType<string, infer S> ? z.output<S> : never;

/**
 * Declares a type of event in the `events.ts` of its room. `data` holds facts alone: names as they were then, amounts in
 * cents, codes, ISO times; never a sentence. Its words stand in the room's `eventWords.ts`.
 */
export const eventType = <N extends string, S extends z.ZodType>({
  status = "success",
  ...type
}: Omit<EventType<N, S>, "status"> & { status?: EventStatus }): EventType<N, S> => ({ ...type, status });

/** The data of an event that is told by its name and subject alone. */
export const noData = z.object({});
