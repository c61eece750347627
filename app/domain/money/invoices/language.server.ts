import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { defaultLocale } from "#app/platform/locale/locale.ts";

/** Runs `work` in the organisation's language. `orgId` is for unscoped roles. */
export async function inLanguageOf<T>(tx: Tx, orgId: OrgId, work: () => T): Promise<T> {
  const [found] = await tx
    .select({ locale: organisations.locale })
    .from(organisations)
    .where(eq(organisations.id, orgId));
  return withLocale(found?.locale ?? defaultLocale, work);
}
