import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { rules } from "#app/db/schema/integrations/rules.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { type Known, knownOf } from "./facts.ts";

export type Rule = typeof rules.$inferSelect;

export const ownRule = (ctx: Pick<OrgContext, "orgId">, ruleId: string) =>
  and(eq(rules.orgId, ctx.orgId), eq(rules.id, ruleId));

/** The rule with its row locked. @throws DomainError `rule.not_found` */
export async function lockRule(tx: Tx, ctx: Pick<OrgContext, "orgId">, ruleId: string): Promise<Rule> {
  const [rule] = await tx.select().from(rules).where(ownRule(ctx, ruleId)).for("update");
  if (!rule) throw notFound("Rule");
  return rule;
}

/** The facts of an event, with its contact's present ones. */
export async function loadKnown(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId">,
  event: { data: unknown; contactId: string | null },
): Promise<Known> {
  if (event.contactId === null) return knownOf(event.data, undefined);
  const [person] = await tx
    .select({ name: contacts.name, phone: contacts.phone, tags: contacts.tags, fields: contacts.fields })
    .from(contacts)
    .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, event.contactId)));
  return knownOf(event.data, person);
}

/** The contact of an event. */
export const contactOfEvent = (event: { data: unknown; subjectId: string | null }): string | null =>
  (event.data as { contactId?: string | null }).contactId ??
  (event.subjectId?.startsWith("con_") ? event.subjectId : null);
