import type { OrgContext, StaffContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/**
 * The context of a verb that an administrator calls for an organisation; it is recorded under their own name.
 */
export const staffOrgContext = (ctx: StaffContext, orgId: OrgId): OrgContext => ({
  config: ctx.config,
  db: ctx.db,
  clock: ctx.clock,
  log: ctx.log,
  jobs: ctx.jobs,
  graph: ctx.graph,
  mpesa: ctx.mpesa,
  daraja: ctx.daraja,
  cards: ctx.cards,
  etims: ctx.etims,
  sms: ctx.sms,
  orgId,
  actor: {
    kind: "staff",
    userId: ctx.session.userId,
    ipAddress: ctx.caller.ipAddress,
    userAgent: ctx.caller.userAgent,
  },
  requestId: ctx.caller.requestId,
});
