import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifications } from "#app/db/schema/record/notifications.ts";
import { takeDue } from "#app/db/takeDue.server.ts";
import { placeOf } from "#app/domain/insights/events/place.ts";
import { type StoredEvent, wordsOf } from "#app/domain/insights/events/words.ts";
import { type MailToQueue, queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId, SubjectKind } from "#app/platform/ids.ts";

/** In one go; what is left is for the next. */
const atOnce = 500;
/** An email names the newest, and how many more there are. */
const named = 20;

interface Note extends StoredEvent {
  id: string;
  orgId: OrgId;
  userId: string;
  email: string;
  firstName: string;
  organisation: string;
  subjectKind: SubjectKind | null;
}

/** Emails each notification that someone wants at once, unless they have read it already. */
export const mailNotifications = ({ services }: { services: Services }): Promise<{ mailed: number }> =>
  mailNews(services, "mail");

/** One email a day to each member of each organisation with what is new and unread. */
export async function mailDigests({ services }: { services: Services }): Promise<{ mailed: number }> {
  let mailed = 0;
  for (;;) {
    const more = await mailNews(services, "digest");
    mailed += more.mailed;
    if (more.mailed === 0) return { mailed };
  }
}

async function mailNews(services: Services, way: "mail" | "digest"): Promise<{ mailed: number }> {
  const isDigest = way === "digest";
  const due = {
    ...{
      name: `${way}-news`,
      table: "notifications",
      values: [],
      order: isDigest ? "t.user_id" : "t.created_at",
    },
    isDue: `t.mail_way = '${way}' and t.mailed_at is null`,
    // A digest is taken whole, member by member.
    ...(isDigest ? { key: "user_id", line: "user_id" } : {}),
  };
  const mails = await takeDue(services, due, atOnce, async (tx, orgId, ids) => {
    const notes = await takeNotes(tx, orgId, ids, services.clock.now());
    const letters = Map.groupBy(notes, ({ id, userId }) => (isDigest ? userId : id));
    for (const all of letters.values()) await queueMail(tx, services, mailOf(all, isDigest));
    return [...letters.keys()];
  });
  return { mailed: mails.length };
}

function mailOf(notes: readonly Note[], isDigest: boolean): MailToQueue {
  const [{ email: to, orgId, firstName, organisation: businessName }] = notes as [Note];
  return {
    to,
    orgId,
    content: () => ({
      ...{ kind: "news", firstName, businessName, isDigest },
      items: notes.slice(0, named).map(itemOf),
      more: Math.max(0, notes.length - named),
    }),
  };
}

/** In the transaction that queues their emails, so that each is emailed once. */
async function takeNotes(tx: Tx, orgId: OrgId, ids: readonly string[], now: Date): Promise<Note[]> {
  const taken = and(eq(notifications.orgId, orgId), inArray(notifications.id, [...ids]));
  await tx.update(notifications).set({ mailedAt: now }).where(taken);
  const { rows } = await tx.execute<{ [K in keyof Note]: Note[K] }>(sql`
    select t.id, t.org_id as "orgId", t.user_id as "userId", u.email, u.first_name as "firstName", o.name as organisation,
      e.name, e.status, e.data, e.changes, e.subject_kind as "subjectKind", e.subject_id as "subjectId"
    from notifications t join events e on e.org_id = ${orgId} and e.id = t.event_id
    join users u on u.id = t.user_id and u.account_status = 'active'
    join organisations o on o.id = t.org_id
    where t.org_id = ${orgId} and t.id = any(${sql.param(ids)}::text[]) and t.read_at is null
    order by t.created_at desc, t.id desc`);
  return rows;
}

function itemOf(note: Note) {
  const { title, details, notice } = wordsOf(note);
  const words = notice ?? { title, body: details };
  return { ...words, path: placeOf(note) };
}
