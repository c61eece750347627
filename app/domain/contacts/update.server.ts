import { and, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { contactChanged } from "#app/domain/contacts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { changesBetween, isChange } from "#app/platform/changes.server.ts";
import type { Call } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { badPhone, isOptedOut, phoneTaken } from "./errors.ts";
import { checkedFields } from "./fields/check.server.ts";
import type { contactFields, contactForm } from "./schemas.ts";

type Input = z.output<typeof contactForm> & { contactId: string; fields?: z.output<typeof contactFields> };

/**
 * Replaces name, phone, tags and consent; KRA PIN and `fields` only if given. A contact known by its BSUID may have no
 * phone. @throws DomainError `contact.not_found`, `contact.bad_phone`, `contact.phone_taken`,
 * `contact.opted_out`, `contact.bad_field`.
 */
export async function updateContact({ ctx, input }: Call<Input>) {
  const mine = and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, input.contactId));
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [contact] = await tx.select().from(contacts).where(mine).for("update");
    if (!contact) throw notFound("Contact");
    if (input.consent === "granted" && contact.optedOutAt) throw isOptedOut();

    let phone: string | null = null;
    if (input.phone !== "" || !contact.bsuid) {
      const result = normalisePhone(input.phone);
      if (!result.ok) throw badPhone(result.reason);
      phone = result.phone;
      const [other] = await tx
        .select({ id: contacts.id })
        .from(contacts)
        .where(
          and(eq(contacts.orgId, ctx.orgId), eq(contacts.phone, phone), ne(contacts.id, input.contactId)),
        );
      if (other) throw phoneTaken();
    }
    const values = {
      name: input.name,
      phone,
      ...(phone === contact.phone ? {} : { waId: null }),
      tags: input.tags,
      ...(input.kraPin === undefined ? {} : { kraPin: input.kraPin || null }),
      ...(input.fields ? { fields: await checkedFields(tx, ctx.orgId, input.fields, contact.fields) } : {}),
      ...consentChange(contact, input, ctx.clock.now()),
    };
    if (!isChange(contact, values)) return { contactId: input.contactId };
    await tx.update(contacts).set(values).where(mine);
    await record(tx, ctx, contactChanged, {
      subject: input.contactId,
      data: { name: input.name, phone },
      changes: changesBetween(contact, values),
    });
    return { contactId: input.contactId };
  });
}

/** The time of consent changes with its value or source. */
function consentChange(
  contact: { consent: "granted" | "none"; consentSource: string | null },
  input: { consent: "granted" | "none"; consentSource: string },
  now: Date,
) {
  if (input.consent === "none")
    return contact.consent === "none"
      ? {}
      : { consent: "none" as const, consentSource: "member", consentAt: now };
  const source = input.consentSource || (contact.consent === "granted" && contact.consentSource) || "member";
  if (contact.consent === "granted" && contact.consentSource === source) return {};
  return { consent: "granted" as const, consentSource: source, consentAt: now };
}
