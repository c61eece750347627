import type { OrgContext, StaffContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/**
 * The context of a verb that an administrator calls for an organisation; it is recorded under their own name.
 */
export const staffOrgContext = (
  { session, caller: { requestId, ...device }, ...services }: StaffContext,
  orgId: OrgId,
): OrgContext => ({
  ...services,
  orgId,
  actor: { kind: "staff", userId: session.userId, ...device },
  requestId,
});
