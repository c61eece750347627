import { and, asc, eq, lte, sql } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { campaignTotals } from "#app/db/schema/messaging/campaigns.ts";
import { type MessageState, messages } from "#app/db/schema/messaging/messages.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { type TemplateComponent, templates } from "#app/db/schema/whatsapp/templates.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { newId } from "#app/platform/ids.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";

/** A connected WhatsApp account with one number and one approved template. */
export async function connectWhatsapp(
  platform: TestPlatform,
  org: TestOrg,
  options: {
    category?: "MARKETING" | "UTILITY" | "AUTHENTICATION";
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
    createdAt: platform.clock.now(),
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
      about: { code: "credit.test" },
      reference: newId("jrn"),
      at: platform.clock.now(),
      postings: { funding: -kes * 100, wallet: kes * 100 },
    }),
  );
}

/** A prepaid organisation with money in its wallet. */
export async function createPrepaidOrg(platform: TestPlatform, kes = 1000): Promise<TestOrg> {
  const org = await platform.createOrg();
  await platform.services.db.withSystem((tx) =>
    tx.update(organisations).set({ billingType: "prepaid" }).where(eq(organisations.id, org.orgId)),
  );
  await fillWallet(platform, org, kes);
  return org;
}

/** A draft to all contacts. */
export async function draftCampaign(
  platform: TestPlatform,
  org: TestOrg,
  { phoneNumberId, templateId }: { phoneNumberId: string; templateId: string },
): Promise<string> {
  const audience = { kind: "all" } as const;
  const form = { name: "Orders", templateId, phoneNumberId, audience, key: newId("cmp") };
  return (await platform.call("POST /campaigns", form, org)).campaignId;
}

/** A campaign to new contacts whose messages are written and wait for the sender. */
export async function runningCampaign(platform: TestPlatform, recipients: number) {
  const org = await createPrepaidOrg(platform);
  const sender = await connectWhatsapp(platform, org);
  await addContacts(platform, org, recipients);
  const campaignId = await draftCampaign(platform, org, sender);
  await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
  await platform.runJobs();
  return { org, campaignId };
}

/** A campaign to two new contacts, scheduled in an hour. */
export async function scheduledCampaign(platform: TestPlatform) {
  const org = await createPrepaidOrg(platform);
  const sender = await connectWhatsapp(platform, org);
  await addContacts(platform, org, 2);
  const campaignId = await draftCampaign(platform, org, sender);
  const scheduledFor = new Date(platform.clock.now().getTime() + 3_600_000).toISOString();
  await platform.call("PUT /campaigns/:campaignId", { campaignId, scheduledFor }, org);
  await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
  return { org, campaignId };
}

/** The rows of a campaign by running number. */
export const messagesOf = (platform: TestPlatform, org: TestOrg, campaignId: string) =>
  platform.services.db.withOrg(org.orgId, (tx) =>
    tx
      .select()
      .from(messages)
      .where(and(eq(messages.orgId, org.orgId), eq(messages.campaignId, campaignId)))
      .orderBy(asc(messages.sequence)),
  );

/** Sets queued rows up to a running number to the outcome that sender and webhooks would record. */
export async function noteOutcome(
  platform: TestPlatform,
  org: TestOrg,
  campaignId: string,
  outcome: { state: MessageState; errorCode?: number; acceptedAt?: Date },
  upTo = 1e6,
): Promise<void> {
  await platform.services.db.withSystem(async (tx) => {
    const rows = await tx
      .update(messages)
      .set({ ...outcome, ...(outcome.state === "failed" ? { failedAt: platform.clock.now() } : {}) })
      .where(
        and(
          eq(messages.orgId, org.orgId),
          eq(messages.campaignId, campaignId),
          eq(messages.state, "queued"),
          lte(messages.sequence, upTo),
        ),
      )
      .returning({ id: messages.id });
    const changes: [MessageState, number][] = [
      ["queued", -rows.length],
      [outcome.state, rows.length],
    ];
    for (const [state, delta] of changes)
      await tx
        .insert(campaignTotals)
        .values({ orgId: org.orgId, campaignId, state, count: delta })
        .onConflictDoUpdate({
          target: [campaignTotals.orgId, campaignTotals.campaignId, campaignTotals.state],
          set: { count: sql`${campaignTotals.count} + ${delta}` },
        });
  });
}

/** A refused call: status, code and message. */
export async function refusalOf(
  platform: TestPlatform,
  key: string,
  input: Record<string, unknown>,
  org: TestOrg,
): Promise<{ status: number; code: string; message: string; fields?: Record<string, string> }> {
  const response = await platform.request(key, input, org);
  return { status: response.status, ...((await response.json()) as { code: string; message: string }) };
}
