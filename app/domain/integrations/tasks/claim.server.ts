import { clientOf } from "#app/db/client.server.ts";
import { takeDue } from "#app/db/takeDue.server.ts";
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

/** Claims due tasks, in order for each rule and connection. */
export async function claimTasks(
  services: Pick<Services, "db" | "clock" | "log">,
  atMost: number,
): Promise<Task[]> {
  const now = services.clock.now();
  const due = {
    ...{ name: "event-tasks", table: "event_tasks", isDue: "t.due_at <= $1", values: [now] },
    // A few of each rule and connection at a time, so that none blocks the others.
    ...{ order: "t.due_at, t.id", line: "subscriber_id", mostOfLine: 10 },
  };
  return takeDue(services, due, atMost, async (tx, orgId, ids) => {
    const client = clientOf(tx);
    await client.query({
      name: "take-event-tasks",
      text: `update event_tasks set state = 'running', attempts = attempts + 1, due_at = $3
        where org_id = $1 and id = any($2::text[])`,
      values: [orgId, ids, new Date(now.getTime() + leaseMs)],
    });
    const { rows } = await client.query<Task>({
      name: "read-event-tasks",
      text: `select t.org_id as "orgId", t.id, t.kind, t.subscriber_id as "subscriberId", t.event_id as "eventId", t.attempts,
          e.name, e.subject_id as "subjectId", e.data, e.at
        from event_tasks t join events e on e.org_id = $1 and e.id = t.event_id
        where t.org_id = $1 and t.id = any($2::text[]) order by t.id`,
      values: [orgId, ids],
    });
    return rows;
  });
}
