import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { connectionLog, connections, type ProviderName } from "#app/db/schema/integrations/connections.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { logoOf } from "./logos.ts";
import { type Category, type Integration, type IntegrationStatus, integrations } from "./words.ts";

/** Whether the platform is configured for a service. */
const isOffered = (ctx: Pick<OrgContext, "config">, { id, way }: Integration): boolean =>
  way !== undefined && (way !== "oauth" || ctx.config.integrations.apps[id as never] !== undefined);

const statusOf = (
  ctx: Pick<OrgContext, "config">,
  integration: Integration,
  stored: string | undefined,
): IntegrationStatus => {
  if (stored === "connected" || stored === "broken") return "connected";
  return isOffered(ctx, integration) ? "available" : "coming-soon";
};

/** The integrations of a category, for the screen. */
export async function listIntegrations(ctx: OrgContext, input: { category: Category | "all" }) {
  const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({
        provider: connections.provider,
        status: connections.status,
        accountName: connections.accountName,
      })
      .from(connections)
      .where(eq(connections.orgId, ctx.orgId)),
  );
  const stored = new Map<string, (typeof rows)[number]>(rows.map((row) => [row.provider, row]));
  return {
    integrations: integrations
      .filter(({ category }) => input.category === "all" || category === input.category)
      .map(({ way: _, ...integration }) => {
        const found = stored.get(integration.id);
        const status = statusOf(ctx, { ...integration, ...(_ ? { way: _ } : {}) }, found?.status);
        return {
          ...integration,
          logo: logoOf(integration.id),
          status,
          isBroken: found?.status === "broken",
          accountName: status === "connected" ? (found?.accountName ?? null) : null,
        };
      }),
  };
}

const entriesShown = 50;
const dayMs = 86_400_000;

/** One integration: its connection with health and log, without credentials. */
export async function getIntegration(ctx: OrgContext, provider: ProviderName) {
  const integration = { ...integrations.find(({ id }) => id === provider)!, logo: logoOf(provider) };
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [found] = await tx
      .select()
      .from(connections)
      .where(and(eq(connections.orgId, ctx.orgId), eq(connections.provider, provider)));
    const status = statusOf(ctx, integration, found?.status);
    if (!found) return { integration, status, connection: null, health: null, log: [] };
    const { credentialsEncrypted: _, brokenReason, lastError, ...rest } = found;
    const connection = { ...rest, brokenReason: inWords(brokenReason), lastError: inWords(lastError) };
    const { health, log } = await historyOf(tx, ctx, found.id);
    return { integration, status, connection, health, log };
  });
}

const inWords = (note: string | null) => (note === null ? null : noteWords(note));

/** A connection's counts of the last day, and its latest log entries. */
async function historyOf(tx: Tx, ctx: OrgContext, connectionId: string) {
  const ofIt = and(eq(connectionLog.orgId, ctx.orgId), eq(connectionLog.connectionId, connectionId));
  const since = new Date(ctx.clock.now().getTime() - dayMs);
  const [counted] = await tx
    .select({
      ok: sql<number>`(count(*) filter (where ok))::int`,
      failed: sql<number>`(count(*) filter (where not ok))::int`,
      waiting: sql<number>`(select count(*)::int from event_tasks t where t.org_id = ${ctx.orgId}
        and t.subscriber_id = ${connectionId} and t.state = 'waiting')`,
    })
    .from(connectionLog)
    .where(and(ofIt, gt(connectionLog.createdAt, since)));
  const log = await tx
    .select({
      id: connectionLog.id,
      kind: connectionLog.kind,
      ok: connectionLog.ok,
      detail: connectionLog.detail,
      createdAt: connectionLog.createdAt,
    })
    .from(connectionLog)
    .where(ofIt)
    .orderBy(desc(connectionLog.createdAt), desc(connectionLog.id))
    .limit(entriesShown);
  return {
    health: counted ?? { ok: 0, failed: 0, waiting: 0 },
    log: log.map((entry) => ({ ...entry, detail: noteWords(entry.detail) })),
  };
}
