import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { fieldKey, fieldOf } from "#app/platform/forms/fieldNames.ts";
import { contactsError } from "./errors.ts";
import { mergeContacts } from "./merge.server.ts";
import type { mergeChoices } from "./schemas.ts";

/** Two contacts side by side, with their differing fields. @throws DomainError `contact.not_found` */
export function compareContacts({ ctx, input }: Call<{ contactId: string; otherContactId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { kept, gone } = await both(tx, ctx, input.contactId, input.otherContactId);
    const differing = Object.entries(gone.fields).flatMap(([name, value]) => {
      const own = fieldOf(kept.fields, name);
      return own === undefined || own === value ? [] : [{ name, kept: own, gone: value }];
    });
    return { kept, gone, differing };
  });
}

/**
 * Merges the other contact into this one: conversations, messages and history follow, billing is unchanged,
 * and an opt-out of either holds. @throws DomainError `contact.not_found`, `contact.merged_with_itself`
 */
export function mergeTwo({
  ctx,
  input,
}: Call<z.output<typeof mergeChoices> & { contactId: string }>): Promise<{ contactId: string }> {
  const { contactId: keptId, otherContactId: goneId } = input;
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { gone } = await both(tx, ctx, keptId, goneId);
    const wanted = new Set(input.fields.map(fieldKey));
    const fields = new Set(Object.keys(gone.fields).filter((name) => wanted.has(fieldKey(name))));
    const choice = { name: input.name === "gone", phone: input.phone === "gone", fields };
    await mergeContacts(tx, {
      orgId: ctx.orgId,
      keptId,
      goneId,
      at: ctx.clock.now(),
      jobs: ctx.jobs,
      by: { actor: ctx.actor, choice },
    });
    return { contactId: keptId };
  });
}

/**
 * Both rows, locked in the order of their ids, so that two merges of the same contacts wait for each other.
 */
async function both(tx: Tx, ctx: OrgContext, keptId: string, goneId: string) {
  const rows = await tx
    .select({
      id: contacts.id,
      name: contacts.name,
      phone: contacts.phone,
      tags: contacts.tags,
      fields: contacts.fields,
      consent: contacts.consent,
      optedOutAt: contacts.optedOutAt,
      lastSeen: contacts.lastSeenAt,
      createdAt: contacts.createdAt,
    })
    .from(contacts)
    .where(and(eq(contacts.orgId, ctx.orgId), inArray(contacts.id, [keptId, goneId])))
    .orderBy(contacts.id)
    .for("update");
  const kept = rows.find(({ id }) => id === keptId);
  const gone = rows.find(({ id }) => id === goneId);
  if (!kept || !gone) throw notFound("Contact");
  if (kept === gone) throw contactsError("contact.merged_with_itself");
  return { kept, gone };
}
