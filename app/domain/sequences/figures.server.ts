import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { EnrolmentEnd } from "#app/db/schema/sequences/sequences.ts";
import type { OrgContext } from "#app/platform/context.ts";

/** What became true at a step. Delivered and read messages are also sent ones. */
export interface StepFigures {
  /** Enrolments that are at the step, and those that have it behind them. */
  entered: number;
  here: number;
  sent: number;
  delivered: number;
  read: number;
  failed: number;
  replied: number;
  skipped: number;
  /** Ended at this step before they completed. */
  ended: number;
}

export interface SequenceFigures {
  enrolled: number;
  open: number;
  held: number;
  ends: { reason: EnrolmentEnd; count: number }[];
  steps: Record<string, StepFigures>;
}

const none: StepFigures = {
  ...{ entered: 0, here: 0, sent: 0, delivered: 0, read: 0, failed: 0 },
  ...{ replied: 0, skipped: 0, ended: 0 },
};

interface EnrolmentRow {
  stepId: string | null;
  reason: EnrolmentEnd | null;
  held: number;
  count: number;
}
type RunRow = { stepId: string } & Pick<
  StepFigures,
  "sent" | "delivered" | "read" | "failed" | "replied" | "skipped"
> & { count: number };

/** The figures of a sequence over all its versions, whose steps keep their ids. */
export async function figuresOf(
  tx: Tx,
  { orgId }: Pick<OrgContext, "orgId">,
  sequenceId: string,
): Promise<SequenceFigures> {
  const enrolments = await tx.execute<EnrolmentRow & Record<string, unknown>>(sql`
    select step_id as "stepId", end_reason as reason, count(*)::int as count, count(held)::int as held
    from sequence_enrolments where org_id = ${orgId} and sequence_id = ${sequenceId} group by 1, 2`);
  const runs = await tx.execute<RunRow & Record<string, unknown>>(sql`
    select r.step_id as "stepId", count(*)::int as count, count(r.message_id)::int as sent,
      count(*) filter (where m.state in ('delivered', 'read'))::int as delivered,
      count(*) filter (where m.state = 'read')::int as read, count(*) filter (where m.state = 'failed')::int as failed,
      count(r.replied_at)::int as replied, count(*) filter (where r.outcome = 'skipped')::int as skipped
    from sequence_step_runs r
    left join messages m on m.org_id = ${orgId} and m.id = r.message_id
    where r.org_id = ${orgId} and r.sequence_id = ${sequenceId} group by 1`);
  return { ...totals(enrolments.rows), steps: byStep(enrolments.rows, runs.rows) };
}

const sum = (rows: readonly EnrolmentRow[], of: (row: EnrolmentRow) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

function totals(rows: readonly EnrolmentRow[]): Omit<SequenceFigures, "steps"> {
  const open = rows.filter(({ reason }) => reason === null);
  const ended = Map.groupBy(rows, ({ reason }) => reason);
  return {
    enrolled: sum(rows, ({ count }) => count),
    open: sum(open, ({ count }) => count),
    held: sum(open, ({ held }) => held),
    ends: [...ended]
      .flatMap(([reason, group]) =>
        reason === null ? [] : [{ reason, count: sum(group, ({ count }) => count) }],
      )
      .toSorted((a, b) => b.count - a.count),
  };
}

function byStep(enrolments: readonly EnrolmentRow[], runs: readonly RunRow[]): Record<string, StepFigures> {
  const steps: Record<string, StepFigures> = {};
  const of = (stepId: string) => (steps[stepId] ??= { ...none });
  for (const { stepId, count, ...run } of runs) Object.assign(of(stepId), run, { entered: count });
  for (const { stepId, reason, count } of enrolments) {
    if (stepId === null) continue;
    const step = of(stepId);
    step.entered += count;
    if (reason === null) step.here += count;
    else step.ended += count;
  }
  return steps;
}
