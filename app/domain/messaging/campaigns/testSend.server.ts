import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { testNumbers } from "#app/db/schema/messaging/campaigns.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { campaignTested } from "#app/domain/messaging/events.ts";
import { queueTemplate } from "#app/domain/messaging/messages/queueTemplate.server.ts";
import { openConversation } from "#app/domain/messaging/messages/startWithTemplate.server.ts";
import { readMessagePrice } from "#app/domain/money/messagePrice/read.server.ts";
import type { MessagePrice } from "#app/domain/money/messagePrice/words.ts";
import { quote } from "#app/domain/money/quote.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { variablesOfContact } from "./audience.server.ts";
import { type Campaign, findCampaign, requireSendable } from "./find.server.ts";
import { codeOfTest, writeLinks } from "./links.server.ts";
import { addContacts } from "./takeAudience.server.ts";

/** A phone that may receive test messages. */
export interface TestPhone {
  phone: string;
  name: string;
  /** The member's own, from their profile. */
  isOwn: boolean;
}

/** The phones that may receive a test, and the price of one message. */
export async function testChoices({ ctx, input }: Call<{ campaignId: string }>): Promise<{
  phones: TestPhone[];
  priceCents: number;
  messagePrice: MessagePrice;
  balanceCents: number;
}> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const phones = await phonesOf(tx, ctx);
    await findCampaign(tx, ctx.orgId, input.campaignId);
    const now = ctx.clock.now();
    const price = await quote(tx, { orgId: ctx.orgId, messages: 1, at: now });
    const messagePrice = await readMessagePrice(tx, price.priceCentsPerMessage, now);
    return { phones, priceCents: price.totalCents, messagePrice, balanceCents: price.walletCents };
  });
}

async function phonesOf(tx: Tx, ctx: OrgContext): Promise<TestPhone[]> {
  const kept = await tx
    .select({ phone: testNumbers.phone, name: testNumbers.name })
    .from(testNumbers)
    .where(eq(testNumbers.orgId, ctx.orgId))
    .orderBy(testNumbers.createdAt, testNumbers.phone);
  const [me] = await ctx.db.systemReads
    .select({ phone: users.phoneNumber })
    .from(users)
    .where(eq(users.id, userOf(ctx.actor) ?? ""));
  const own = normalisePhone(me?.phone ?? "");
  const others = kept
    .filter(({ phone }) => !(own.ok && own.phone === phone))
    .map((number) => ({ ...number, isOwn: false }));
  return own.ok ? [{ phone: own.phone, name: "", isOwn: true }, ...others] : others;
}

/**
 * Sends a draft's message to phones of the organisation's own people: single messages, charged as such, that count nowhere
 * in the campaign. `own` is the member's own phone. The same `key` again sends nothing more.
 * @throws DomainError `campaign.not_a_test_number`, `campaign.no_own_phone`, those of `requireSendable` and of `queueTemplate`
 */
export async function testSend({
  ctx,
  input,
}: Call<{
  campaignId: string;
  phones: "own" | string[];
  consent: boolean;
  key: string;
}>): Promise<{ sent: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const campaign = await findCampaign(tx, ctx.orgId, input.campaignId);
    const phones = chosenOf(await phonesOf(tx, ctx), input.phones);
    const template = await requireSendable(tx, ctx.orgId, campaign);
    // Sending marketing to one's own phone is consent to it.
    const agreed = input.phones === "own" ? template.category === "MARKETING" : input.consent;
    await addContacts(tx, ctx.orgId, phones, agreed ? `campaign:${campaign.id}` : null, ctx.clock.now());
    const people = await peopleWithValues(tx, ctx, campaign, phones);
    await writeLinks(tx, ctx, campaign, template, people, codeOfTest(ctx, `${campaign.id}:${input.key}`));
    const { phoneNumberId } = campaign;
    const chats: string[] = [];
    // All conversations before the ledger: the global lock order.
    for (const { contactId } of people)
      chats.push(await openConversation(tx, ctx, { contactId, phoneNumberId }));
    for (const [index, { contactId, variables }] of people.entries()) {
      const conversationId = chats[index]!;
      const key = `test:${campaign.id}:${contactId}:${input.key}`;
      await queueTemplate(tx, ctx, conversationId, { templateId: template.id, variables, key });
    }
    await record(tx, ctx, campaignTested, {
      subject: campaign.id,
      data: { campaign: campaign.name, phones: phones.length },
    });
    return { sent: phones.length };
  });
}

/** @throws DomainError `campaign.not_a_test_number`, `campaign.no_own_phone` */
function chosenOf(choices: readonly TestPhone[], wanted: "own" | string[]): string[] {
  if (wanted === "own") {
    const own = choices.find(({ isOwn }) => isOwn);
    if (!own) throw messagingError("campaign.no_own_phone");
    return [own.phone];
  }
  const allowed = new Set(choices.map(({ phone }) => phone));
  if (wanted.length === 0 || wanted.some((phone) => !allowed.has(phone)))
    throw messagingError("campaign.not_a_test_number", { field: "phones" });
  return [...new Set(wanted)];
}

/** Each phone's contact with the values that the campaign has for it. */
const peopleWithValues = (tx: Tx, ctx: OrgContext, campaign: Campaign, phones: string[]) =>
  tx
    .select({
      contactId: contacts.id,
      variables: sql<Record<string, string>>`(select ${variablesOfContact(campaign.variables)} from contacts c
        where c.org_id = contacts.org_id and c.id = contacts.id)`,
    })
    .from(contacts)
    .where(and(eq(contacts.orgId, ctx.orgId), inArray(contacts.phone, phones)))
    .orderBy(contacts.id);
