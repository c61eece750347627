import type { Call } from "#app/platform/context.ts";
import { optIn, optOut } from "./consent.server.ts";
import { getContact } from "./queries.server.ts";

/**
 * A member records a contact's wish: no more messages, or messages again. @throws DomainError
 * `contact.not_found`.
 */
export async function changeOptOut({
  ctx,
  input,
}: Call<{ contactId: string; optedOut: boolean; source: string }>) {
  await getContact({ ctx, input });
  const change = {
    orgId: ctx.orgId,
    contactId: input.contactId,
    source: input.source || "member",
    at: ctx.clock.now(),
    actor: ctx.actor,
    jobs: ctx.jobs,
  };
  return ctx.db.withOrg(ctx.orgId, (tx) => (input.optedOut ? optOut(tx, change) : optIn(tx, change)));
}
