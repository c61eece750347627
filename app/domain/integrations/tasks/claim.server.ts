import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Longer than a task may take; afterwards another process takes over. */
const leaseMs = 120_000;

/** A task claimed by this process, with its event. */
export interface Task {
  orgId: OrgId;
  id: string;
  kind: "rule" | "connection";
  subscriberId: string;
  eventId: string;
  attempts: number;
  name: string;
  subjectId: string | null;
  data: Record<string, unknown>;
  at: Date;
}

// A few of each rule and connection at a time, so that none blocks the others.
const takeText = `
with due as (
  select t.org_id, t.id from (
    select distinct org_id, subscriber_id from (
      select org_id, subscriber_id from event_tasks where due_at <= $1 order by due_at limit 5000) d
  ) s cross join lateral (
    select n.org_id, n.id from event_tasks n
    where n.org_id = s.org_id and n.subscriber_id = s.subscriber_id and n.due_at <= $1
    order by n.due_at, n.id limit 10 for update skip locked
  ) t limit $3
), taken as (
  update event_tasks t set state = 'running', attempts = t.attempts + 1, due_at = $2
  from due where t.org_id = due.org_id and t.id = due.id
  returning t.org_id, t.id, t.kind, t.subscriber_id, t.event_id, t.attempts
)
select t.org_id as "orgId", t.id, t.kind, t.subscriber_id as "subscriberId", t.event_id as "eventId", t.attempts,
  e.name, e.subject_id as "subjectId", e.data, e.at
from taken t join events e on e.org_id = t.org_id and e.id = t.event_id order by t.id`;

/** When the next task or vendor notice is due; null when none is pending. In the past when a due one is locked. */
export async function nextTaskAt({ db }: Pick<Services, "db">): Promise<Date | null> {
  const { rows } = await db.system.query<{ dueAt: Date | null }>({
    name: "next-event-task",
    text: `select least(
      (select due_at from event_tasks where due_at is not null order by due_at limit 1),
      (select due_at from vendor_notices where due_at is not null order by due_at limit 1)) as "dueAt"`,
  });
  return rows[0]?.dueAt ?? null;
}

/** Claims due tasks. */
export async function claimTasks(services: Pick<Services, "db" | "clock">, atMost: number): Promise<Task[]> {
  const now = services.clock.now();
  const { rows } = await services.db.system.query<Task>({
    name: "take-event-tasks",
    text: takeText,
    values: [now, new Date(now.getTime() + leaseMs), atMost],
  });
  return rows;
}
