import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { sequences, sequenceVersions } from "#app/db/schema/sequences/sequences.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { m } from "#messages";
import { needsAnchor } from "./plan.ts";

type OrgOnly = Pick<OrgContext, "orgId">;

/** The sequences that are on, by name. */
export const sequencesOn = (tx: Tx, { orgId }: OrgOnly) =>
  tx
    .select({ id: sequences.id, name: sequences.name })
    .from(sequences)
    .where(and(eq(sequences.orgId, orgId), eq(sequences.state, "on")))
    .orderBy(asc(sequences.name), asc(sequences.id));

/** Why a rule or flow can't enrol in a sequence; undefined when it can. */
export async function problemOfEnrolling(
  tx: Tx,
  { orgId }: OrgOnly,
  { sequenceId, anchor }: { sequenceId: string; anchor: string },
): Promise<{ field: "sequenceId" | "anchor"; said: string } | undefined> {
  const [found] = await tx
    .select({ steps: sequenceVersions.steps })
    .from(sequences)
    .innerJoin(
      sequenceVersions,
      and(
        eq(sequenceVersions.orgId, orgId),
        eq(sequenceVersions.sequenceId, sequences.id),
        eq(sequenceVersions.number, sequences.version),
      ),
    )
    .where(and(eq(sequences.orgId, orgId), eq(sequences.id, sequenceId), eq(sequences.state, "on")));
  if (!found) return { field: "sequenceId", said: m.errors_sequence_choose_on() };
  return needsAnchor(found.steps) && anchor === ""
    ? { field: "anchor", said: m.errors_sequence_needs_anchor() }
    : undefined;
}
