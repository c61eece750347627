import { type OrgContext, type StaffContext, servicesOf } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/**
 * The context of a verb that an administrator calls for an organisation; it is recorded under their own name.
 */
export const staffOrgContext = (ctx: StaffContext, orgId: OrgId): OrgContext => ({
  ...servicesOf(ctx),
  orgId,
  actor: {
    kind: "staff",
    userId: ctx.session.userId,
    ipAddress: ctx.caller.ipAddress,
    userAgent: ctx.caller.userAgent,
  },
  requestId: ctx.caller.requestId,
});
