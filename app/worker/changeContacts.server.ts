import { changeAll } from "#app/domain/contacts/bulk/change.server.ts";
import { changeContactsJob } from "#app/domain/contacts/bulk/jobs.ts";
import { selection } from "#app/domain/contacts/bulk/schemas.ts";
import { memberActor, systemContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { handler } from "./handler.ts";

/**
 * An interrupted one restarts: each contact is changed once. A segment that was deleted in the meantime
 * matches no one.
 */
export const changeContactsHandler = handler(changeContactsJob, async (services, payload) => {
  const system = systemContext(services, payload.orgId, "change-contacts");
  const ctx = payload.userId
    ? { ...system, actor: memberActor(payload.userId, { ipAddress: null, userAgent: null }) }
    : system;
  try {
    await changeAll(ctx, {
      selection: { ...selection.parse({}), ...payload.selection },
      change: payload.change,
      before: new Date(payload.before),
    });
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === "not_found")) throw error;
  }
});
