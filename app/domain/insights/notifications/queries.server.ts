import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { inOneGo, prepareOnce } from "#app/db/client.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { paymentAttempts } from "#app/db/schema/money/payments.ts";
import { events } from "#app/db/schema/record/events.ts";
import { notifications } from "#app/db/schema/record/notifications.ts";
import { placeOf } from "#app/domain/insights/events/place.ts";
import { type StoredEvent, wordsOf } from "#app/domain/insights/events/words.ts";
import type { MemberContext } from "#app/platform/context.ts";
import type { SubjectKind } from "#app/platform/ids.ts";

const listed = 50;

/** Those to this member. */
export const addressedTo = (ctx: MemberContext) =>
  and(eq(notifications.orgId, ctx.orgId), eq(notifications.userId, ctx.session.userId));

/** A notification in words, with the place that it leads to. */
function noteOf({
  id,
  createdAt,
  readAt,
  ...event
}: StoredEvent & {
  id: string;
  subjectKind: SubjectKind | null;
  createdAt: Date;
  readAt: Date | null;
}) {
  const { title, details, notice } = wordsOf(event);
  return { id, ...(notice ?? { title, body: details }), href: placeOf(event), createdAt, readAt };
}

/** The newest 50 notifications of a member, and how many of all are unread. */
export async function listNotifications(ctx: MemberContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const items = await tx
      .select({
        id: notifications.id,
        name: events.name,
        status: events.status,
        data: events.data,
        changes: events.changes,
        subjectKind: events.subjectKind,
        subjectId: events.subjectId,
        createdAt: notifications.createdAt,
        readAt: notifications.readAt,
      })
      .from(notifications)
      .innerJoin(events, and(eq(events.orgId, notifications.orgId), eq(events.id, notifications.eventId)))
      .where(addressedTo(ctx))
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(listed);
    const unread = await tx.$count(notifications, and(addressedTo(ctx), isNull(notifications.readAt)));
    return { notifications: items.map(noteOf), unread };
  });
}

/** The counts of the frame end here: beyond it, more is not counted. */
const countedUpTo = 100;

/** Both counts in one statement, because every page asks for them. Each scans a partial index of just those rows. */
const unreadOf = prepareOnce((tx) => {
  const orgId = sql.placeholder("orgId");
  const unreadNotices = sql`select 1 from ${notifications} where org_id = ${orgId} and user_id = ${sql.placeholder("userId")} and read_at is null limit ${countedUpTo}`;
  const waiting = sql`select 1 from ${conversations} where org_id = ${orgId} and waiting_since is not null limit ${countedUpTo}`;
  return tx
    .select({
      unread: sql<number>`(select count(*) from (${unreadNotices}) as notices)`,
      waitingConversations: sql<number>`(select count(*) from (${waiting}) as waiting)`,
    })
    .from(sql`(select 1) as counts`)
    .prepare("unread_counts");
});

/** Unanswered M-Pesa prompts. */
const promptsOf = prepareOnce((tx) =>
  tx
    .select({ prompts: sql<number>`count(*)` })
    .from(
      sql`(select 1 from ${paymentAttempts} where org_id = ${sql.placeholder("orgId")} and method = 'mpesa' and state = 'pending'
        and checkout_request_id is not null limit ${countedUpTo}) as prompts`,
    )
    .prepare("prompt_count"),
);

/** The counts of the frame: the member's unread notifications, customers waiting for a reply, and prompts on the test phone of a sandbox. */
export async function countUnread(ctx: MemberContext) {
  const { orgId, config, session } = ctx;
  return ctx.db.withOrg(orgId, async (tx) => {
    const [[counts], [phone]] = await inOneGo(tx, [
      () => unreadOf(tx).execute({ orgId, userId: session.userId }),
      async () => (config.meta.simulated ? promptsOf(tx).execute({ orgId }) : []),
    ]);
    return { ...counts!, prompts: phone?.prompts ?? 0 };
  });
}

/** The same counts as a page follows them: `unread` whenever they changed. */
export function unreadCounts(ctx: MemberContext) {
  let sent = "";
  return {
    kinds: [
      "notifications",
      "conversations",
      ...(ctx.config.meta.simulated ? (["payments"] as const) : []),
    ] as const,
    everyMs: 500,
    async read() {
      const data = JSON.stringify(await countUnread(ctx));
      const events = data === sent ? [] : [{ event: "unread", data }];
      sent = data;
      return { events };
    },
  };
}
