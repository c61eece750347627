import { clientOf, type Tx } from "#app/db/client.server.ts";
import { sequenceEnrolments } from "#app/db/schema/sequences/sequences.ts";
import { type DueRows, takeDue } from "#app/db/takeDue.server.ts";
import { type OrgContext, type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { withoutValues } from "#app/platform/run/describeError.ts";
import { ownEnrolment } from "./find.server.ts";
import { runSequencesJob } from "./jobs.ts";
import { runStep } from "./step.server.ts";
import { sequenceLimits } from "./words.ts";

/** Longer than the steps of one batch take; afterwards another process takes over. */
const leaseMs = 300_000;
const atOnce = 200;
/** Enrolments of one organisation at the same time. */
const lanes = 4;
/** Of one run; the rest is left to the next one. */
const mostBatches = 50;
const retryMs = 60_000;

interface Taken {
  orgId: OrgId;
  id: string;
}

/** Runs the due steps, those of each organisation in turn. Safe in any number of processes. */
export async function runSequences(
  services: Services,
  only: { orgId?: OrgId } = {},
): Promise<{ steps: number }> {
  let steps = 0;
  for (let batch = 0; batch < mostBatches; batch++) {
    const taken = await takeEnrolments(services, only);
    if (taken.length === 0) break;
    const byOrganisation = Map.groupBy(taken, ({ orgId }) => orgId);
    const counts = await Promise.all(
      [...byOrganisation].map(([orgId, rows]) =>
        runAll(
          systemContext(services, orgId, runSequencesJob.name),
          rows.map(({ id }) => id),
        ),
      ),
    );
    steps += counts.reduce((sum, count) => sum + count, 0);
  }
  return { steps };
}

/** Leases due enrolments: a process that dies leaves them to another one. */
function takeEnrolments(services: Services, { orgId }: { orgId?: OrgId }): Promise<Taken[]> {
  const now = services.clock.now();
  const due: DueRows = {
    ...{ name: orgId ? "enrolments-of" : "enrolments", table: "sequence_enrolments" },
    isDue: orgId ? "t.due_at <= $1 and t.org_id = $2" : "t.due_at <= $1",
    values: orgId ? [now, orgId] : [now],
    ...{ order: "t.due_at, t.id", mostOfLine: atOnce / 2 },
  };
  return takeDue(services, due, atOnce, async (tx, ofOrg, ids) => {
    await lease(tx, ofOrg, ids, new Date(now.getTime() + leaseMs));
    return ids.map((id) => ({ orgId: ofOrg, id }));
  });
}

const lease = (tx: Tx, orgId: OrgId, ids: readonly string[], until: Date) =>
  clientOf(tx).query({
    name: "lease-enrolments",
    text: `update sequence_enrolments set due_at = $3, attempts = least(attempts + 1, 1000)
      where org_id = $1 and id = any($2::text[])`,
    values: [orgId, ids, until],
  });

async function runAll(ctx: OrgContext, ids: readonly string[]): Promise<number> {
  const waiting = [...ids];
  const lane = async () => {
    let steps = 0;
    for (let id = waiting.shift(); id; id = waiting.shift()) steps += await runEnrolment(ctx, id);
    return steps;
  };
  const counts = await Promise.all(Array.from({ length: lanes }, lane));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Runs an enrolment's steps up to its next wait, each with its effects in one transaction. */
async function runEnrolment(ctx: OrgContext, enrolmentId: string): Promise<number> {
  try {
    for (let steps = 1; steps <= 2 * sequenceLimits.steps; steps++)
      if (!(await ctx.db.withOrg(ctx.orgId, (tx) => runStep(tx, ctx, enrolmentId)))) return steps;
  } catch (error) {
    ctx.log.warn({ err: withoutValues(error), enrolmentId }, "step of a sequence");
    await retryLater(ctx, enrolmentId);
  }
  return 0;
}

const retryLater = (ctx: OrgContext, enrolmentId: string) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [row] = await tx
      .select({ attempts: sequenceEnrolments.attempts, endedAt: sequenceEnrolments.endedAt })
      .from(sequenceEnrolments)
      .where(ownEnrolment(ctx, enrolmentId))
      .for("update");
    if (!row || row.endedAt) return;
    const dueAt = new Date(ctx.clock.now().getTime() + retryMs * Math.min(row.attempts, 60));
    await tx.update(sequenceEnrolments).set({ held: "error", dueAt }).where(ownEnrolment(ctx, enrolmentId));
  });
