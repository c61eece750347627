import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { placeOf } from "#app/domain/insights/events/place.ts";
import { type StoredEvent, wordsOf } from "#app/domain/insights/events/words.ts";
import type { MailToQueue } from "#app/domain/record/mails/queue.server.ts";
import { queueClaimed } from "#app/domain/record/mails/queueClaimed.server.ts";
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
  const mailed = await queueClaimed(services, async (tx) => {
    const notes = await takeNotes(tx, way, services.clock.now());
    const letters = Map.groupBy(notes, ({ id, orgId, userId }) =>
      way === "mail" ? id : `${orgId} ${userId}`,
    );
    return [...letters.values()].map((all) => mailOf(all, way === "digest"));
  });
  return { mailed };
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

/** Takes them so that no other process emails them; those of a digest whole, member by member. */
async function takeNotes(tx: Tx, way: "mail" | "digest", now: Date): Promise<Note[]> {
  const which =
    way === "mail"
      ? sql`select org_id, id from notifications where mail_way = 'mail' and mailed_at is null
          order by created_at limit ${atOnce} for update skip locked`
      : sql`select org_id, id from notifications where mail_way = 'digest' and mailed_at is null
          and user_id in (select user_id from notifications where mail_way = 'digest' and mailed_at is null
            order by user_id limit ${atOnce}) for update skip locked`;
  const { rows } = await tx.execute<{ [K in keyof Note]: Note[K] }>(sql`
    with taken as (${which}), chosen as (
      update notifications n set mailed_at = ${now.toISOString()}::timestamptz from taken t
      where n.org_id = t.org_id and n.id = t.id
      returning n.*
    )
    select t.id, t.org_id as "orgId", t.user_id as "userId", u.email, u.first_name as "firstName", o.name as organisation,
      e.name, e.status, e.data, e.changes, e.subject_kind as "subjectKind", e.subject_id as "subjectId"
    from chosen t join events e on e.org_id = t.org_id and e.id = t.event_id
    join users u on u.id = t.user_id and u.account_status = 'active'
    join organisations o on o.id = t.org_id
    where t.read_at is null order by t.created_at desc, t.id desc`);
  return rows;
}

function itemOf(note: Note) {
  const { title, details, notice } = wordsOf(note);
  const words = notice ?? { title, body: details };
  return { ...words, path: placeOf(note) };
}
