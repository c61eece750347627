import { and, eq } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { type TemplateComponent, templates } from "#app/db/schema/whatsapp/templates.ts";
import { textColumns } from "#app/domain/messaging/messages/text.ts";
import { newId } from "#app/platform/ids.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";

export const minutes = (count: number) => count * 60_000;
export const hours = (count: number) => count * 3_600_000;
/** The form's idempotency key. */
export const newKey = () => newId("msg");

/** Organisations with customer conversations, on a test platform. */
export function createChats(platform: TestPlatform) {
  /** An organisation with a connected number, and one customer who wrote `wroteMsAgo` ago. */
  async function shopWithCustomer(
    options: { wroteMsAgo?: number; unread?: number; contact?: Partial<typeof contacts.$inferInsert> } = {},
  ) {
    const org = await platform.createOrg();
    const { orgId } = org;
    const now = platform.clock.now();
    const accountId = newId("wac");
    const phoneNumberId = newId("pno").replace(/\D/g, "");
    await platform.services.db.withOrg(orgId, async (tx) => {
      await tx
        .insert(whatsappAccounts)
        .values({ orgId, id: accountId, wabaId: newId("wac"), status: "connected" });
      await tx.insert(phoneNumbers).values({
        orgId,
        id: newId("pno"),
        whatsappAccountId: accountId,
        phoneNumberId,
        displayPhoneNumber: "+254 700 111 222",
      });
    });
    const customer = await addCustomer(
      org,
      phoneNumberId,
      { name: "Asha Mwangi", phone: "+254712345678", ...options.contact },
      {
        wroteAt: new Date(now.getTime() - (options.wroteMsAgo ?? minutes(1))),
        unread: options.unread ?? 0,
        text: "Habari, is my order ready?",
      },
    );
    return { org, accountId, phoneNumberId, ...customer };
  }

  async function addCustomer(
    org: TestOrg,
    phoneNumberId: string,
    person: Partial<typeof contacts.$inferInsert>,
    wrote: { wroteAt: Date; unread: number; text: string },
  ) {
    const { orgId } = org;
    const contactId = newId("con");
    const conversationId = newId("cnv");
    await platform.services.db.withOrg(orgId, async (tx) => {
      await tx.insert(contacts).values({ orgId, id: contactId, ...person });
      await tx.insert(conversations).values({
        orgId,
        id: conversationId,
        phoneNumberId,
        contactId,
        lastMessageAt: wrote.wroteAt,
        lastMessage: wrote.text,
        unread: wrote.unread,
        windowEndsAt: new Date(wrote.wroteAt.getTime() + hours(24)),
      });
      await tx.insert(messages).values({
        orgId,
        id: newId("msg", wrote.wroteAt.getTime()),
        direction: "in",
        type: "text",
        state: "delivered",
        phoneNumberId,
        contactId,
        ...textColumns(wrote.text),
        createdAt: wrote.wroteAt,
      });
    });
    return { contactId, conversationId };
  }

  async function addTemplate(
    org: TestOrg,
    accountId: string,
    values: Partial<typeof templates.$inferInsert> = {},
  ) {
    const id = newId("tpl");
    const components: TemplateComponent[] = [
      {
        type: "BODY",
        text: "Hello {{1}}, order {{2}} is ready.",
        example: { body_text: [["Asha", "A-17"]] },
      },
    ];
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.insert(templates).values({
        orgId: org.orgId,
        id,
        whatsappAccountId: accountId,
        name: "order_ready",
        language: "en",
        category: "UTILITY",
        status: "APPROVED",
        components,
        ...values,
      }),
    );
    return id;
  }

  const outgoing = (org: TestOrg) =>
    platform.services.db.withOrg(org.orgId, (tx) =>
      tx
        .select()
        .from(messages)
        .where(and(eq(messages.orgId, org.orgId), eq(messages.direction, "out"))),
    );

  async function refusal(key: string, input: Record<string, unknown>, org: TestOrg) {
    const response = await platform.request(key, input, org);
    const body = (await response.json()) as {
      code: string;
      message: string;
      fields?: Record<string, string>;
    };
    return { status: response.status, ...body };
  }

  return { shopWithCustomer, addCustomer, addTemplate, outgoing, refusal };
}
