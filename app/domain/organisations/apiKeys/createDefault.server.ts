import { lockOrganisationRow } from "#app/db/lockOrganisationRow.server.ts";
import { apiKeyCreated } from "#app/domain/organisations/events.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { defaultKey, issueKey } from "./issue.server.ts";
import { type DefaultKey, findDefaultKey } from "./read.server.ts";

/** Creates the organisation's default API key, or returns the one it has: a form sent twice creates one. */
export async function createDefaultKey({ ctx }: { ctx: OrgContext }): Promise<DefaultKey> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockOrganisationRow(tx, ctx.orgId);
    const current = await findDefaultKey(tx, ctx);
    return current.id === null ? issueKey(tx, ctx, defaultKey, apiKeyCreated) : current;
  });
}
