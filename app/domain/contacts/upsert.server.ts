import { and, eq, or, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { contactChanged, contactCreated } from "#app/domain/contacts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { unitedFields } from "#app/platform/forms/fieldNames.ts";
import { newId } from "#app/platform/ids.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { optIn, optOut, stopMarketing } from "./consent.server.ts";
import { badPhone, isOptedOut, phoneTaken } from "./errors.ts";
import { checkedFields, type GivenValue } from "./fields/check.server.ts";

/** A system's data on a person. Omitted values stay. */
export interface KnownContact {
  phone?: string | undefined;
  bsuid?: string | undefined;
  name?: string | undefined;
  /** Null: none. */
  kraPin?: string | null | undefined;
  /** All tags of the contact from now on. */
  tags?: string[] | undefined;
  /** Merged into the existing fields. */
  fields?: Record<string, GivenValue> | undefined;
  consent?:
    | {
        status: "granted" | "withdrawn" | "opted_out";
        source: string;
        /** Its proof: an address, the text of a form, the id of a record. */
        evidence?: string | undefined;
        at?: Date | undefined;
      }
    | undefined;
}

/**
 * Creates a contact, or updates the one with this phone or business-scoped user id. Consent to marketing is
 * granted with its source and evidence; only the person can undo an opt-out. @throws DomainError
 * `contact.no_identity`, `contact.bad_phone`, `contact.phone_taken`, `contact.opted_out`,
 * `contact.bad_field`.
 */
export async function upsertContact({
  ctx,
  input,
}: Call<KnownContact>): Promise<{ contactId: string; created: boolean }> {
  const phone = phoneOf(input);
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { contact, created } = await findOrMake(tx, ctx, phone, input.bsuid);
    const mine = and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contact.id));
    const fields = input.fields && (await checkedFields(tx, ctx.orgId, input.fields, contact.fields));
    const change = {
      ...(phone && contact.phone === null ? { phone } : {}),
      ...(input.bsuid && contact.bsuid === null ? { bsuid: input.bsuid } : {}),
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.kraPin === undefined ? {} : { kraPin: input.kraPin }),
      ...(input.tags === undefined ? {} : { tags: input.tags }),
      ...(fields === undefined ? {} : { fields: unitedFields(contact.fields, fields) }),
    };
    if (Object.keys(change).length > 0) await tx.update(contacts).set(change).where(mine);
    if (input.consent) await noteConsent(tx, ctx, contact, input.consent);
    await record(tx, ctx, created ? contactCreated : contactChanged, {
      subject: contact.id,
      data: { name: input.name || contact.name || "", phone: phone ?? contact.phone },
    });
    return { contactId: contact.id, created };
  });
}

function phoneOf({ phone, bsuid }: KnownContact): string | undefined {
  if (phone === undefined) {
    if (bsuid !== undefined) return undefined;
    throw contactsError("contact.no_identity");
  }
  const result = normalisePhone(phone);
  if (!result.ok) throw badPhone(result.reason);
  return result.phone;
}

/** The contact, its row locked. Phone and user id of two contacts are two people. */
async function findOrMake(tx: Tx, ctx: OrgContext, phone: string | undefined, bsuid: string | undefined) {
  const now = ctx.clock.now();
  const [made] = await tx
    .insert(contacts)
    .values({
      orgId: ctx.orgId,
      id: newId("con", now.getTime()),
      phone: phone ?? null,
      bsuid: bsuid ?? null,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (made) return { contact: made, created: true };
  const rows = await tx
    .select()
    .from(contacts)
    .where(
      and(
        eq(contacts.orgId, ctx.orgId),
        or(phone ? eq(contacts.phone, phone) : sql`false`, bsuid ? eq(contacts.bsuid, bsuid) : sql`false`),
      ),
    )
    .orderBy(contacts.id)
    .for("update");
  const contact = rows[0];
  const isOther = contact && bsuid !== undefined && contact.bsuid !== null && contact.bsuid !== bsuid;
  if (!contact || rows.length > 1 || isOther) throw phoneTaken();
  return { contact, created: false };
}

async function noteConsent(
  tx: Tx,
  ctx: OrgContext,
  contact: typeof contacts.$inferSelect,
  { status, source, evidence, at }: NonNullable<KnownContact["consent"]>,
): Promise<void> {
  const change = {
    orgId: ctx.orgId,
    contactId: contact.id,
    source,
    at: at ?? ctx.clock.now(),
    actor: ctx.actor,
  };
  if (status === "granted" && contact.optedOutAt) throw isOptedOut();
  const { changed } = await { granted: optIn, withdrawn: stopMarketing, opted_out: optOut }[status](
    tx,
    change,
  );
  if (changed)
    await tx
      .update(contacts)
      .set({ consentEvidence: evidence ?? null })
      .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contact.id)));
}
