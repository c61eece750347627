import { eq } from "drizzle-orm";
import { z } from "zod";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { refreshNumbers } from "#app/domain/whatsapp/accounts/refreshNumbers.server.ts";
import { syncTemplatesJob } from "#app/domain/whatsapp/jobs.ts";
import { syncTemplates } from "#app/domain/whatsapp/templates/sync.server.ts";
import { systemContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { job } from "#app/platform/jobs.ts";
import { handler } from "./handler.ts";

export const syncTemplatesHandler = handler(
  syncTemplatesJob,
  async (services, { orgId, whatsappAccountId }) => {
    try {
      const ctx = systemContext(services, orgId, "sync-templates");
      await syncTemplates({ ctx, input: { whatsappAccountId } });
      await refreshNumbers({ ctx, input: { whatsappAccountId } });
    } catch (error) {
      // A lost connection is notified to the member; retrying does not restore it.
      const isFinal =
        error instanceof DomainError && error.kind !== "unavailable" && error.kind !== "too_many";
      if (!isFinal) throw error;
      services.log.warn({ code: error.code, orgId, whatsappAccountId }, "account not synchronised");
    }
  },
);

/** Every six hours, for changes without a webhook (facts/whatsapp-cloud-api.md §15). */
export const syncAllTemplatesHandler = handler(
  job({ name: "sync-all-templates", payload: z.object({}), every: "17 */6 * * *" }),
  async (services) => {
    const accounts = await services.db.withSystem((tx) =>
      tx
        .select({ orgId: whatsappAccounts.orgId, id: whatsappAccounts.id })
        .from(whatsappAccounts)
        .where(eq(whatsappAccounts.status, "connected")),
    );
    for (const { orgId, id } of accounts)
      await services.jobs.enqueue(syncTemplatesJob, { orgId, whatsappAccountId: id }, { key: id });
  },
);
