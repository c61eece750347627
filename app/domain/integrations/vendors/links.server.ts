import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { connectionLinks } from "#app/db/schema/integrations/connections.ts";
import { addTag } from "#app/domain/contacts/addTag.server.ts";
import { upsertContact } from "#app/domain/contacts/upsert.server.ts";
import { syncJob } from "#app/domain/integrations/actors.ts";
import type { Connection } from "#app/domain/integrations/connections/find.server.ts";
import { noteLog } from "#app/domain/integrations/connections/log.server.ts";
import { connectionNote } from "#app/domain/integrations/connections/notes.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import { DomainError, noteOfRefusal } from "#app/platform/errors.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import type { OutsidePerson } from "#app/providers/integrations/account.ts";

/** The common state of both sides; an equal one is an echo of the last synchronisation. */
export const stampOf = ({ name, phone, tags }: Omit<OutsidePerson, "externalId">): string =>
  createHash("sha256")
    .update([phone, name.trim(), ...(tags ?? [])].join("\n"))
    .digest("hex");

const byExternal = (connection: Connection, externalId: string) =>
  and(
    eq(connectionLinks.orgId, connection.orgId),
    eq(connectionLinks.connectionId, connection.id),
    eq(connectionLinks.externalId, externalId),
  );

export async function linkByExternal(tx: Tx, connection: Connection, externalId: string) {
  const [link] = await tx.select().from(connectionLinks).where(byExternal(connection, externalId));
  return link;
}

export async function linkOf(
  tx: Tx,
  connection: Connection,
  of: { contactId: string } | { conversationId: string },
) {
  const [link] = await tx
    .select()
    .from(connectionLinks)
    .where(
      and(
        eq(connectionLinks.orgId, connection.orgId),
        eq(connectionLinks.connectionId, connection.id),
        "contactId" in of
          ? eq(connectionLinks.contactId, of.contactId)
          : eq(connectionLinks.conversationId, of.conversationId),
      ),
    );
  return link;
}

/** Stores the mapping between their object and ours, replacing an earlier one. */
export async function saveLink(
  tx: Tx,
  connection: Connection,
  link: { externalId: string; contactId?: string; conversationId?: string; stamp?: string },
): Promise<void> {
  const { orgId, id: connectionId } = connection;
  const { contactId = null, conversationId = null } = link;
  await tx.execute(sql`
    delete from connection_links where org_id = ${orgId} and connection_id = ${connectionId}
      and external_id <> ${link.externalId} and (contact_id = ${contactId} or conversation_id = ${conversationId})`);
  const values = { contactId, conversationId, stamp: link.stamp ?? null };
  await tx
    .insert(connectionLinks)
    .values({ orgId, connectionId, externalId: link.externalId, ...values })
    .onConflictDoUpdate({
      target: [connectionLinks.orgId, connectionLinks.connectionId, connectionLinks.externalId],
      set: values,
    });
}

/** A contact of ours for services; undefined without a phone number. */
export async function personOf(tx: Tx, { orgId }: Connection, contactId: string) {
  const [contact] = await tx
    .select({ name: contacts.name, phone: contacts.phone })
    .from(contacts)
    .where(and(eq(contacts.orgId, orgId), eq(contacts.id, contactId)));
  return contact?.phone ? { name: contact.name, phone: contact.phone } : undefined;
}

/**
 * Updates our contact from a service, unless the change was our own or nothing changed. Returns whether
 * anything changed. People without a valid phone number are skipped.
 */
export async function takeOver(
  services: Services,
  connection: Connection,
  person: OutsidePerson,
): Promise<boolean> {
  const normalised = normalisePhone(person.phone);
  if (!normalised.ok) return false;
  const { phone } = normalised;
  const { name, tags = [] } = person;
  const stamp = stampOf({ name, phone, tags });
  const { orgId } = connection;
  const known = await services.db.withOrg(orgId, (tx) => linkByExternal(tx, connection, person.externalId));
  if (known?.stamp === stamp) return false;
  const ctx = systemContext(services, orgId, syncJob(connection.id));
  try {
    const { contactId } = await upsertContact({ ctx, input: { phone, ...(name ? { name } : {}) } });
    await services.db.withOrg(orgId, async (tx) => {
      for (const tag of tags) await addTag(tx, ctx, { contactId, tag });
      await saveLink(tx, connection, { externalId: person.externalId, contactId, stamp });
      await noteLog(tx, services, connection, { kind: "contact.received", detail: name || phone });
    });
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await services.db.withOrg(orgId, (tx) =>
      noteLog(tx, services, connection, {
        kind: "failed",
        ok: false,
        detail: connectionNote("connection.of_contact", {
          contact: name || phone,
          reason: noteOfRefusal(error),
        }),
      }),
    );
    return false;
  }
}
