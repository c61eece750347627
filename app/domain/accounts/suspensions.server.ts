import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { suspensions } from "#app/db/schema/accounts/suspensions.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { accountsError } from "#app/domain/accounts/errors.ts";
import type { Suspension, SuspensionLevel } from "#app/platform/context.ts";
import type { DomainError } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { m } from "#messages";

/** The levels, the mildest first. */
const levels: readonly SuspensionLevel[] = ["campaigns", "sends", "sign_in"];

/** Whether a suspension includes `level`. */
export const suspends = (
  suspension: Pick<Suspension, "level"> | undefined,
  level: SuspensionLevel,
): boolean => suspension !== undefined && levels.indexOf(suspension.level) >= levels.indexOf(level);

/** An organisation's suspension, not yet queried; no row without one. */
export const openSuspension = (tx: Tx, orgId: OrgId) =>
  tx
    .select({ level: suspensions.level, reason: suspensions.reason })
    .from(suspensions)
    .where(and(eq(suspensions.orgId, orgId), isNull(suspensions.endedAt)));

/** An organisation's suspension, if any. */
export async function suspensionOf(tx: Tx, orgId: OrgId): Promise<Suspension | undefined> {
  const [open] = await openSuspension(tx, orgId);
  return open;
}

/** The refusal of a suspended feature. */
export const suspended = (what: string, { reason }: Suspension): DomainError =>
  accountsError("organisation.suspended", { values: { what, reason } });

/** @throws DomainError `organisation.suspended` (403) when the suspension includes `level`. */
export function refuseIfSuspended(suspension: Suspension | undefined, level: "campaigns" | "sends"): void {
  if (suspension && suspends(suspension, level))
    throw suspended(
      level === "campaigns" ? m.errors_suspended_campaigns() : m.errors_suspended_messages(),
      suspension,
    );
}

/**
 * Refuses a sign-in when all organisations of the user are closed; managers get in, to the billing only.
 * @throws DomainError `organisation.suspended` (403).
 */
export async function refuseClosedOrganisations(tx: Tx, userId: string): Promise<void> {
  const memberships = await tx
    .select({ orgId: members.orgId, role: members.role })
    .from(members)
    .where(eq(members.userId, userId));
  if (memberships.length === 0 || memberships.some((membership) => may(membership, "money.pay"))) return;
  const closed = await tx
    .select({ orgId: suspensions.orgId, level: suspensions.level, reason: suspensions.reason })
    .from(suspensions)
    .where(
      and(
        inArray(
          suspensions.orgId,
          memberships.map(({ orgId }) => orgId),
        ),
        eq(suspensions.level, "sign_in"),
        isNull(suspensions.endedAt),
      ),
    );
  const [first] = closed;
  if (first && closed.length === memberships.length) throw suspended(m.errors_suspended_sign_in(), first);
}
