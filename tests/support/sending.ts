import { contacts } from "#app/db/schema/contacts.ts";
import {
  phoneNumbers,
  type TemplateComponent,
  templates,
  whatsappAccounts,
} from "#app/db/schema/whatsapp.ts";
import { bookEntry } from "#app/domain/ledger/book.server.ts";
import { newId } from "#app/shared/ids.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";

/** A connected WhatsApp account with one number and one approved template. */
export async function connectWhatsapp(
  platform: TestPlatform,
  org: TestOrg,
  options: {
    category?: "MARKETING" | "UTILITY";
    components?: TemplateComponent[];
    templateStatus?: string;
  } = {},
) {
  const account = { orgId: org.orgId, id: newId("wac") };
  const phoneNumberId = newId("pno");
  const templateId = newId("tpl");
  await platform.services.db.withOrg(org.orgId, async (tx) => {
    await tx
      .insert(whatsappAccounts)
      .values({ ...account, wabaId: newId("wac"), name: "Duka", status: "connected" });
    await tx.insert(phoneNumbers).values({
      orgId: org.orgId,
      id: newId("pno"),
      whatsappAccountId: account.id,
      phoneNumberId,
      displayPhoneNumber: "+254 711 000 000",
      verifiedName: "Duka Letu",
      status: "CONNECTED",
    });
    await tx.insert(templates).values({
      orgId: org.orgId,
      id: templateId,
      whatsappAccountId: account.id,
      name: "order_ready",
      language: "en",
      category: options.category ?? "UTILITY",
      status: options.templateStatus ?? "APPROVED",
      components: options.components ?? [{ type: "BODY", text: "Your order is ready." }],
    });
  });
  return { whatsappAccountId: account.id, phoneNumberId, templateId };
}

type NewContact = Partial<typeof contacts.$inferInsert>;

/** Contacts with numbers from +254700000001 on; `of` changes single ones. */
export async function addContacts(
  platform: TestPlatform,
  org: TestOrg,
  count: number,
  of: (index: number) => NewContact = () => ({}),
): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    orgId: org.orgId,
    id: newId("con", Date.now() + index),
    name: `Contact ${index + 1}`,
    phone: `+2547${String(index + 1).padStart(8, "0")}`,
    consent: "granted" as const,
    ...of(index),
  }));
  await platform.services.db.withOrg(org.orgId, (tx) => tx.insert(contacts).values(rows));
  return rows.map((row) => row.id);
}

export async function fillWallet(platform: TestPlatform, org: TestOrg, kes: number): Promise<void> {
  await platform.services.db.withOrg(org.orgId, (tx) =>
    bookEntry(tx, {
      orgId: org.orgId,
      kind: "top_up",
      description: "Top-up",
      reference: newId("jrn"),
      postings: { funding: -kes * 100, wallet: kes * 100 },
    }),
  );
}
