import { and, eq } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { dealStages, deals } from "#app/db/schema/crm/deals.ts";
import type { OrgContext } from "#app/platform/context.ts";

export const ownDeal = ({ orgId }: Pick<OrgContext, "orgId">, dealId: string) =>
  and(eq(deals.orgId, orgId), eq(deals.id, dealId));

/** The joins of a deal. */
export const itsContact = and(eq(contacts.orgId, deals.orgId), eq(contacts.id, deals.contactId));
export const itsStage = and(eq(dealStages.orgId, deals.orgId), eq(dealStages.id, deals.stageId));
