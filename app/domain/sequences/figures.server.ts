import { and, eq, isNotNull, ne } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import {
  type EnrolmentEnd,
  type SequenceCount,
  sequenceEnrolments,
  sequenceTotals,
  stepOutcomes,
} from "#app/db/schema/sequences/sequences.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { endNames } from "./words.ts";

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

interface Total {
  stepId: string;
  counted: SequenceCount;
  count: number;
}

const isEnd = (counted: SequenceCount): counted is EnrolmentEnd => endNames.some((end) => end === counted);

/** The figures of a sequence over all its versions, whose steps keep their ids. */
export async function figuresOf(
  tx: Tx,
  { orgId }: Pick<OrgContext, "orgId">,
  sequenceId: string,
): Promise<SequenceFigures> {
  const { stepId, counted, count } = sequenceTotals;
  const totals = await tx
    .select({ stepId, counted, count })
    .from(sequenceTotals)
    .where(and(eq(sequenceTotals.orgId, orgId), eq(sequenceTotals.sequenceId, sequenceId), ne(count, 0)));
  const held = await tx.$count(
    sequenceEnrolments,
    and(
      ...[eq(sequenceEnrolments.orgId, orgId), eq(sequenceEnrolments.sequenceId, sequenceId)],
      isNotNull(sequenceEnrolments.held),
    ),
  );
  const open = sum(totals, (counted) => counted === "open");
  const ends = endNames
    .map((reason) => ({ reason, count: sum(totals, (counted) => counted === reason) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  const steps = Map.groupBy(totals, (total) => total.stepId);
  steps.delete("");
  return {
    ...{ enrolled: open + sum(totals, isEnd), open, held, ends },
    steps: Object.fromEntries([...steps].map(([id, group]) => [id, stepFigures(group)])),
  };
}

const sum = (totals: readonly Total[], isMeant: (counted: SequenceCount) => boolean): number =>
  totals.reduce((all, { counted, count }) => (isMeant(counted) ? all + count : all), 0);

/** Enrolments that are at the step, that ended there, and that have it behind them. */
const hasEntered = (counted: SequenceCount): boolean =>
  counted === "open" || isEnd(counted) || stepOutcomes.some((outcome) => outcome === counted);

function stepFigures(totals: readonly Total[]): StepFigures {
  const of = (wanted: SequenceCount) => sum(totals, (counted) => counted === wanted);
  return {
    ...{ entered: sum(totals, hasEntered), here: of("open"), ended: sum(totals, isEnd) },
    ...{ sent: of("sent"), delivered: of("delivered"), read: of("read"), failed: of("failed") },
    ...{ replied: of("answered"), skipped: of("skipped") },
  };
}
