import { and, eq, or } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { contactCreatedByWhatsapp } from "#app/domain/contacts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { metaActor } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import type { Jobs } from "#app/platform/jobs.ts";
import { mergeContacts } from "./merge.server.ts";
import { profileName } from "./profileName.ts";
import { phoneOf, type WhatsappIdentity, whatsappIdentity } from "./whatsappIdentity.ts";

export interface WebhookIdentity extends WhatsappIdentity {
  orgId: OrgId;
  /** The profile name; it fills an empty name and never replaces one. A phone number is not a name. */
  name?: string | undefined;
  /** When the person wrote; undefined for statuses of our own messages. */
  seenAt?: Date | undefined;
  /** The time for the activity log. */
  now: Date;
  jobs: Jobs;
}

/**
 * The contact named by a webhook, found by phone or BSUID, created when there is none. When phone and BSUID
 * of two contacts come together for the first time, they are merged; the phone's contact stays. `name` is the
 * contact's, as the organisation knows it. @throws Error when there is neither a number nor a user id.
 */
export async function findOrCreateByWebhook(
  tx: Tx,
  identity: WebhookIdentity,
): Promise<{ contactId: string; name: string; created: boolean }> {
  const { orgId, now } = identity;
  const who = whatsappIdentity(identity);
  const { waId, bsuid } = who;
  const phone = phoneOf(waId);
  if (!phone && !bsuid) throw new Error("a webhook without wa_id and user_id names no contact");

  const created = await insertNew(tx, { ...identity, ...who }, phone);
  if (created) {
    await record(tx, { orgId, actor: metaActor, clock: { now: () => now } }, contactCreatedByWhatsapp, {
      subject: created,
      data: { name: profileName(identity.name), phone: phone ?? null, bsuid: bsuid ?? null },
    });
    return { contactId: created, name: profileName(identity.name), created: true };
  }

  const kept = await lockKnown(tx, identity, phone, bsuid);
  const name = kept.name === "" ? profileName(identity.name) : "";
  const change = {
    ...(phone && kept.phone !== phone ? { phone } : {}),
    ...(waId && kept.waId !== waId ? { waId } : {}),
    ...(bsuid && kept.bsuid !== bsuid ? { bsuid } : {}),
    ...(name ? { name } : {}),
    ...(identity.seenAt && (kept.lastSeenAt ?? 0) < identity.seenAt ? { lastSeenAt: identity.seenAt } : {}),
  };
  if (Object.keys(change).length > 0) await tx.update(contacts).set(change).where(row(orgId, kept.id));
  return { contactId: kept.id, name: kept.name || name, created: false };
}

/** The contact of the phone, else of the BSUID, as it was before the other one's was merged into it; with the name of either. */
async function lockKnown(
  tx: Tx,
  { orgId, now, jobs }: WebhookIdentity,
  phone: string | undefined,
  bsuid: string | undefined,
) {
  const rows = await tx
    .select()
    .from(contacts)
    .where(
      and(
        eq(contacts.orgId, orgId),
        or(...(phone ? [eq(contacts.phone, phone)] : []), ...(bsuid ? [eq(contacts.bsuid, bsuid)] : [])),
      ),
    )
    .orderBy(contacts.id)
    .for("update");
  const byPhone = rows.find((row) => phone && row.phone === phone);
  const byBsuid = rows.find((row) => bsuid && row.bsuid === bsuid);
  const kept = byPhone ?? byBsuid;
  if (!kept) throw new Error("the contact was deleted while a webhook about it was applied");

  if (!byPhone || !byBsuid || byPhone.id === byBsuid.id) return kept;
  // A contact with its own number is another person; only the BSUID moves to its new number.
  if (byBsuid.phone !== null) {
    await tx.update(contacts).set({ bsuid: null }).where(row(orgId, byBsuid.id));
    return kept;
  }
  await mergeContacts(tx, { orgId, keptId: byPhone.id, goneId: byBsuid.id, at: now, jobs });
  return { ...kept, name: kept.name || byBsuid.name };
}

const row = (orgId: OrgId, contactId: string) => and(eq(contacts.orgId, orgId), eq(contacts.id, contactId));

/**
 * The id of a new contact, or undefined when phone or BSUID is known (also when another process was quicker).
 */
async function insertNew(
  tx: Tx,
  identity: WebhookIdentity,
  phone: string | undefined,
): Promise<string | undefined> {
  const [made] = await tx
    .insert(contacts)
    .values({
      orgId: identity.orgId,
      id: newId("con"),
      phone: phone ?? null,
      waId: identity.waId ?? null,
      bsuid: identity.bsuid ?? null,
      name: profileName(identity.name),
      lastSeenAt: identity.seenAt ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: contacts.id });
  return made?.id;
}
