import { and, eq } from "drizzle-orm";
import { webhookEndpoints } from "#app/db/schema/record/webhooks.ts";
import { signedHeaders } from "#app/domain/record/webhooks/secrets.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { HookAnswer, HookClient } from "#app/providers/webhooks/post.server.ts";

export interface EndpointCall {
  endpointId: string;
  /** The same for a retried call. */
  id: string;
  type: string;
  at: Date;
  data: object;
}

/**
 * Posts to an endpoint of the organisation, signed like every webhook. Undefined when the endpoint is gone.
 */
export async function callEndpoint(
  ctx: OrgContext,
  hooks: Pick<HookClient, "post">,
  { endpointId, id, type, at, data }: EndpointCall,
): Promise<HookAnswer | undefined> {
  const [endpoint] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.orgId, ctx.orgId), eq(webhookEndpoints.id, endpointId))),
  );
  if (!endpoint) return undefined;
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  return hooks.post(
    endpoint.url,
    body,
    signedHeaders(ctx.config, endpoint, { id, body, at: ctx.clock.now() }),
  );
}
