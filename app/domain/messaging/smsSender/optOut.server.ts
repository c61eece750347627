import { and, eq, gt, isNotNull } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { smsMessages } from "#app/db/schema/messaging/sms.ts";
import { optOut } from "#app/domain/contacts/consent.server.ts";
import { whatsappIdentity } from "#app/domain/contacts/whatsappIdentity.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { SmsOwner } from "#app/platform/secrets/smsHook.ts";

/** How long after an SMS a person's STOP is meant for its sender, at an account that several organisations share. */
const recentDays = 30;

interface Stop {
  owner: SmsOwner;
  phone: string;
}

/** A person who stops SMS stops WhatsApp as well. */
export async function stopBySms(services: Services, { owner, phone: received }: Stop): Promise<void> {
  const { waId } = whatsappIdentity({ waId: received });
  if (!waId) return;
  const phone = `+${waId}`;
  const organisations = owner === "platform" ? await recentSenders(services, phone) : [owner];
  for (const orgId of organisations)
    await services.db.withOrg(orgId, async (tx) => {
      const [contact] = await tx
        .update(contacts)
        .set({ smsOptedOutAt: services.clock.now() })
        .where(and(eq(contacts.orgId, orgId), eq(contacts.phone, phone)))
        .returning({ id: contacts.id });
      const change = { orgId, source: "sms:STOP", at: services.clock.now(), jobs: services.jobs };
      if (contact) await optOut(tx, { ...change, contactId: contact.id });
    });
}

async function recentSenders({ db, clock }: Services, phone: string): Promise<OrgId[]> {
  const since = new Date(clock.now().getTime() - recentDays * 86_400_000);
  const rows = await db.withSystem((tx) =>
    tx
      .selectDistinct({ orgId: smsMessages.orgId })
      .from(smsMessages)
      .where(
        and(eq(smsMessages.recipient, phone), isNotNull(smsMessages.sentAt), gt(smsMessages.sentAt, since)),
      ),
  );
  return rows.map(({ orgId }) => orgId);
}
