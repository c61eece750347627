import { eq } from "drizzle-orm";
import { z } from "zod";
import type { OrgContext, Services } from "#app/api/context.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp.ts";
import { syncTemplates as sync } from "#app/domain/templates/sync.server.ts";
import { refreshNumbers } from "#app/domain/whatsappAccounts/refreshNumbers.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { job } from "./jobs.server.ts";

/** The context of a verb that a job runs: nobody asked. */
export const jobContext = (services: Services, orgId: string): OrgContext => ({
  ...services,
  orgId: orgId as OrgId,
  actor: { userId: null, ipAddress: null, userAgent: null },
});

/** Brings templates and numbers of one account in line with Meta. */
export const syncTemplates = job({
  name: "sync-templates",
  payload: z.object({ orgId: z.string(), whatsappAccountId: z.string() }),
  retryLimit: 5,
  async run(services, { orgId, whatsappAccountId }) {
    try {
      const ctx = jobContext(services, orgId);
      await sync({ ctx, input: { whatsappAccountId } });
      await refreshNumbers({ ctx, input: { whatsappAccountId } });
    } catch (error) {
      // A lost connection is told to the member; trying again does not bring it back.
      const isFinal =
        error instanceof DomainError && error.kind !== "unavailable" && error.kind !== "too_many";
      if (!isFinal) throw error;
      services.log.warn({ code: error.code, orgId, whatsappAccountId }, "account not synchronised");
    }
  },
});

/** Every six hours, for what no webhook told (facts/whatsapp-cloud-api.md §15). */
export const syncAllTemplates = job({
  name: "sync-all-templates",
  payload: z.object({}),
  every: "17 */6 * * *",
  async run(services) {
    const accounts = await services.db.withSystem((tx) =>
      tx
        .select({ orgId: whatsappAccounts.orgId, id: whatsappAccounts.id })
        .from(whatsappAccounts)
        .where(eq(whatsappAccounts.status, "connected")),
    );
    for (const { orgId, id } of accounts)
      await services.jobs.enqueue(syncTemplates, { orgId, whatsappAccountId: id }, { key: id });
  },
});
