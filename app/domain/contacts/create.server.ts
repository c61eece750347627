import type { z } from "zod";
import type { OrgContext } from "#app/api/context.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { newId } from "#app/shared/ids.ts";
import { normalisePhone } from "#app/shared/phone.ts";
import { badPhone, phoneTaken } from "./errors.ts";
import type { contactFields, contactForm } from "./schemas.ts";

type Input = z.output<typeof contactForm> & { fields?: z.output<typeof contactFields> };

/** Makes a contact. @throws DomainError `contact.bad_phone`, `contact.phone_taken`. */
export async function createContact({ ctx, input }: { ctx: OrgContext; input: Input }) {
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
        fields: input.fields ?? {},
        consent: input.consent,
        consentSource: granted ? input.consentSource || "member" : null,
        consentAt: granted ? now : null,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: contacts.id });
    if (!made) throw phoneTaken();
    await recordActivity(tx, ctx, {
      type: "system",
      action: "Contact created",
      details: input.name ? `${input.name}, ${phone.phone}` : phone.phone,
    });
    return { contactId: made.id };
  });
}
