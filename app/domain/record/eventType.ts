import { z } from "zod";
import type { activityTypes } from "./words.ts";

export type ActivityType = (typeof activityTypes)[number];
export type EventStatus = "success" | "warning" | "error";

/** Recipients of the notification. */
export interface Bell {
  /** All members, the managers, the user who is the subject, or those passed to `record`. */
  to: "everyone" | "managers" | "subject" | "named";
  /** Also the actor: it ended without their action. */
  alsoCauser?: boolean;
  /** Not to members with an unread one about the same subject. */
  unlessUnread?: boolean;
}

/** What the organisation's systems get of an event. */
export interface PublicEvent<S extends z.ZodType = z.ZodType> {
  /** Its public name, where that is not the event's own; events of one name have the same fields. */
  name?: string;
  /** What it says, where events are chosen. */
  label: () => string;
  /** Public names of what is sent of the data; absent: each event brings its `facts`. */
  fields?: Readonly<Record<string, keyof z.output<S> & string>>;
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
  /** Absent: no webhook endpoint is notified. */
  webhook?: PublicEvent<S>;
  /** False: the row of its subject stores the fact, and only subscribers get the event. */
  isStored?: boolean;
}

/** The public name of a type. */
export const publicName = ({ name, webhook }: EventType): string => webhook?.name ?? name;

export type DataOf<T> = T extends EventType<string, infer S> ? z.output<S> : never;

/**
 * Declares a type of event in the `events.ts` of its room. `data` holds facts alone: names as they were then, amounts in
 * cents, codes, ISO times; never a sentence. Its words stand in the room's `eventWords.ts`.
 */
export const eventType = <N extends string, S extends z.ZodType>({
  status = "success",
  ...type
}: Omit<EventType<N, S>, "status"> & { status?: EventStatus }): EventType<N, S> => ({ ...type, status });

/** The data of an event described by its name and subject only. */
export const noData = z.object({});

/** A fact that the row of its subject stores: only subscribers get it, and webhook endpoints its `facts` with it. */
export type ReportType<N extends string = string> = EventType<N, typeof noData> & { isStored: false };

export const unstoredType = <N extends string>(type: {
  name: N;
  webhook?: PublicEvent<typeof noData>;
}): ReportType<N> => ({ ...type, type: null, status: "success", data: noData, isStored: false });

/** One that is for webhook endpoints. */
export const reportType = <N extends string>(type: {
  name: N;
  webhook: PublicEvent<typeof noData>;
}): ReportType<N> => unstoredType(type);
