import { addToCounters } from "#app/db/addToCounters.server.ts";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import type { EnrolmentEnd, SequenceCount } from "#app/db/schema/sequences/sequences.ts";
import type { CountSingleMoves } from "#app/domain/messaging/messages/singleMoves.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** So many more, or fewer below 0, at a step; null: at none. */
export interface Counted {
  sequenceId: string;
  stepId: string | null;
  counted: SequenceCount;
  by: number;
}

const totals = { table: "sequence_totals", keys: ["sequence_id", "step_id", "counted"], counts: ["count"] };

const keyOf = ({ sequenceId, stepId, counted }: Counted) => [sequenceId, stepId ?? "", counted];

/** Adds to the figures of sequences: as the last statement where possible, since it locks them until the transaction ends. */
export async function addToTotals(tx: Tx, orgId: OrgId, changes: readonly Counted[]): Promise<void> {
  const alike = Map.groupBy(changes, (change) => keyOf(change).join(" "));
  const rows = [...alike.keys()].sort().flatMap((key) => {
    const group = alike.get(key)!;
    const by = group.reduce((sum, change) => sum + change.by, 0);
    return by === 0 ? [] : [[...keyOf(group[0]!), by]];
  });
  await addToCounters(clientOf(tx), orgId, totals, rows);
}

/** An open enrolment that ends at its step. */
export const endOf =
  (reason: EnrolmentEnd) =>
  ({ sequenceId, stepId }: Pick<Counted, "sequenceId" | "stepId">): Counted[] => [
    { sequenceId, stepId, counted: "open", by: -1 },
    { sequenceId, stepId, counted: reason, by: 1 },
  ];

/** What the figures count of a message in a state. */
export function reportsOf(state: MessageState | null): SequenceCount[] {
  if (state === "read") return ["delivered", "read"];
  return state === "delivered" || state === "failed" ? [state] : [];
}

/** SQL: the organisation has sequences. */
export const hasSequences = (org: string) => `exists (select 1 from sequences q where q.org_id = ${org})`;

/** Steps follow their messages. */
export const countReports: CountSingleMoves = async (tx, orgId, moves) => {
  const reported = moves.filter(({ from, to }) => reportsOf(from).length + reportsOf(to).length > 0);
  if (reported.length === 0) return;
  const { rows } = await clientOf(tx).query<{ messageId: string; sequenceId: string; stepId: string }>({
    name: "report-to-steps",
    text: `update sequence_step_runs r set message_state = i.state
      from unnest($2::text[], $3::message_state[]) as i(id, state)
      where r.org_id = $1 and r.message_id = i.id and r.message_id = any($2::text[])
      returning r.message_id as "messageId", r.sequence_id as "sequenceId", r.step_id as "stepId"`,
    values: [orgId, reported.map(({ id }) => id), reported.map(({ to }) => to)],
  });
  const movesOf = new Map(reported.map((move) => [move.id, move]));
  await addToTotals(
    tx,
    orgId,
    rows.flatMap(({ messageId, ...step }) => {
      const { from, to } = movesOf.get(messageId)!;
      return [
        ...reportsOf(from).map((counted) => ({ ...step, counted, by: -1 })),
        ...reportsOf(to).map((counted) => ({ ...step, counted, by: 1 })),
      ];
    }),
  );
};
