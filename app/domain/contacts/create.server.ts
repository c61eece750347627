import type { z } from "zod";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { contactCreated } from "#app/domain/contacts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { badPhone, phoneTaken } from "./errors.ts";
import { checkedFields } from "./fields/check.server.ts";
import type { contactFields, contactForm } from "./schemas.ts";

type Input = z.output<typeof contactForm> & { fields?: z.output<typeof contactFields> };

/** Creates a contact. @throws DomainError `contact.bad_phone`, `contact.phone_taken`, `contact.bad_field`. */
export async function createContact({ ctx, input }: Call<Input>) {
  const phone = normalisePhone(input.phone);
  if (!phone.ok) throw badPhone(phone.reason);
  const now = ctx.clock.now();
  const granted = input.consent === "granted";
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [made] = await tx
      .insert(contacts)
      .values({
        orgId: ctx.orgId,
        id: newId("con", now.getTime()),
        phone: phone.phone,
        name: input.name,
        tags: input.tags,
        kraPin: input.kraPin || null,
        fields: await checkedFields(tx, ctx.orgId, input.fields ?? {}),
        consent: input.consent,
        consentSource: granted ? input.consentSource || "member" : null,
        consentAt: granted ? now : null,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: contacts.id });
    if (!made) throw phoneTaken();
    await record(tx, ctx, contactCreated, {
      subject: made.id,
      data: { name: input.name, phone: phone.phone },
    });
    return { contactId: made.id };
  });
}
