import { queryRows } from "#app/db/client.server.ts";
import type { StaffContext } from "#app/platform/context.ts";

const listed = 50;

interface RequestRow {
  id: string;
  orgId: string;
  organisation: string;
  kind: "export" | "erasure";
  state: "open" | "done" | "refused";
  requestedAt: Date;
  dueAt: Date;
  closedAt: Date | null;
  isLate: boolean;
}
interface RunRow {
  id: string;
  startedAt: Date;
  finishedAt: Date | null;
  organisations: number;
  conversations: number;
  messages: number;
  campaigns: number;
  batches: number;
  error: string | null;
}
interface VisitRow {
  id: string;
  orgId: string;
  organisation: string;
  by: string;
  reason: string;
  ticket: string | null;
  actReason: string | null;
  startedAt: Date;
  endedAt: Date | null;
}

/** Work with persons' data on the platform: their requests, nightly deletions, and support visits. */
export async function listDataWork(ctx: StaffContext) {
  const now = ctx.clock.now();
  return ctx.db.withSystem(async (tx) => {
    const request = `select r.id, r.org_id as "orgId", o.name as organisation, r.kind, r.state, r.requested_at as "requestedAt",
        r.due_at as "dueAt", r.closed_at as "closedAt", r.state = 'open' and r.due_at < $1 as "isLate"
      from person_requests r join organisations o on o.id = r.org_id`;
    const open = await queryRows<RequestRow>(
      tx,
      `${request} where r.state = 'open' order by r.due_at, r.id limit ${listed}`,
      [now],
    );
    const closed = await queryRows<RequestRow>(
      tx,
      `${request} where r.state <> 'open' order by r.requested_at desc, r.id limit ${listed}`,
      [now],
    );
    const [counts] = await queryRows<{ open: number; late: number }>(
      tx,
      `select count(*)::int as open, count(*) filter (where due_at < $1)::int as late from person_requests where state = 'open'`,
      [now],
    );
    const runs = await queryRows<RunRow>(
      tx,
      `select id, started_at as "startedAt", finished_at as "finishedAt", organisations, conversations, messages, campaigns,
          batches, error from retention_runs order by started_at desc limit ${listed}`,
      [],
    );
    const visits = await queryRows<VisitRow>(
      tx,
      `select v.id, v.org_id as "orgId", o.name as organisation, p.email as by, v.reason, v.ticket, v.act_reason as "actReason",
          v.started_at as "startedAt", coalesce(v.ended_at, case when v.ends_at <= $1 then v.ends_at end) as "endedAt"
        from support_visits v join organisations o on o.id = v.org_id join users p on p.id = v.staff_user_id
        order by v.started_at desc limit ${listed}`,
      [now],
    );
    return { requests: [...open, ...closed], counts: counts!, runs, visits };
  });
}
