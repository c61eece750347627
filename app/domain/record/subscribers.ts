import type { Tx } from "#app/db/client.server.ts";
import type { Notice } from "#app/db/notices.server.ts";
import { notify } from "#app/db/notify.server.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { EventType } from "./eventType.ts";
import type { EventRow, RecordContext } from "./record.server.ts";

/** The subscribers of events. Each room registers its own. */
export type SubscriberKind =
  | "notification"
  | "webhook"
  | "rule"
  | "connection"
  | "flow"
  | "sequence"
  | "bot"
  | "word"
  | "question"
  | "cart"
  | "merged_credit";

/** Reacts to events in the transaction that records them. */
export interface Subscriber {
  kind: SubscriberKind;
  /** Whether it can react to this type. Types that no subscriber wants cost nothing. */
  wants(type: EventType): boolean;
  /**
   * SQL: common table expressions over the events of organisation `$1` in `events` (JSON, `EventRow`). The last one has the
   * name of the kind, and a row for each reaction.
   */
  expressions(events: string): string;
  /** Notified at the commit, where there was a reaction in the organisation. */
  notice?(orgId: OrgId): Notice;
  /** What else it does in the same transaction, where there was a reaction. */
  enqueue?(tx: Tx, ctx: JobContext, events: readonly EventRow[]): Promise<void>;
}

type JobContext = RecordContext & Pick<Services, "jobs">;

let registered: readonly Subscriber[] | undefined;

/** Names all subscribers; each process does it once, before it records anything. */
export const registerSubscribers = (subscribers: readonly Subscriber[]): void => {
  registered = subscribers;
};

/** Those that react to one of these types. @throws Error where none were registered: no reaction may be lost. */
export function subscribersOf(types: readonly EventType[]): readonly Subscriber[] {
  if (!registered) throw new Error("Register the subscribers before an event is recorded");
  return registered.filter((subscriber) => types.some((type) => subscriber.wants(type)));
}

/** SQL: the expressions of subscribers, to be put after others. */
export const expressionsOf = (subscribers: readonly Subscriber[], events: string): string =>
  subscribers.map((subscriber) => `, ${subscriber.expressions(events)}`).join("\n");

/** SQL: how often it reacted, as a column. */
export const reactionOf = ({ kind }: Subscriber): string => `(select count(*)::int from ${kind}) as ${kind}`;

/** Part of a statement's name, of which PostgreSQL keeps 63 characters. */
export const namesOf = (subscribers: readonly Subscriber[]): string =>
  subscribers.map(({ kind }) => `-${kind.slice(0, 4)}`).join("");

export type Reactions = Partial<Record<SubscriberKind, number>>;

/** The notices of those that reacted. */
export const noticesOf = (orgId: OrgId, subscribers: readonly Subscriber[], reactions: Reactions): Notice[] =>
  subscribers.flatMap(({ kind, notice }) => (notice && reactions[kind] ? notice(orgId) : []));

/** Lets those that reacted do what follows: workers are notified at the commit. */
export async function followUp(
  tx: Tx,
  ctx: RecordContext,
  of: { subscribers: readonly Subscriber[]; reactions: Reactions; events: readonly EventRow[] },
): Promise<void> {
  for (const { channel, payload } of noticesOf(ctx.orgId, of.subscribers, of.reactions))
    notify(tx, channel, payload);
  for (const { kind, enqueue } of of.subscribers)
    if (enqueue && of.reactions[kind]) await enqueue(tx, withJobs(ctx), of.events);
}

function withJobs(ctx: RecordContext): JobContext {
  if (!ctx.jobs) throw new Error("Record this event with `jobs` in the context");
  return { ...ctx, jobs: ctx.jobs };
}

/** The conversations in which events of this type happened. */
export const conversationsOf = (events: readonly EventRow[], { name }: EventType): Set<string> =>
  new Set(events.flatMap((event) => (event.name === name ? (event.subject_id ?? []) : [])));
