import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import type { OrgContext } from "#app/platform/context.ts";

const most = 200;

/** The templates that can be a receipt: approved, for service messages, by name. */
export const receiptTemplates = (tx: Tx, { orgId }: Pick<OrgContext, "orgId">) =>
  tx
    .select({ id: templates.id, name: templates.name, language: templates.language })
    .from(templates)
    .where(
      and(eq(templates.orgId, orgId), eq(templates.status, "APPROVED"), eq(templates.category, "UTILITY")),
    )
    .orderBy(asc(templates.name), asc(templates.language))
    .limit(most);
