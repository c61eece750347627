/* One world, longer than other files because it holds an object of every kind that a tenant can name. */
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { formDrafts, sessions } from "#app/db/schema/accounts/sessions.ts";
import { botEntries, botQuestions, botSources, bots, botTexts } from "#app/db/schema/bots/bots.ts";
import { contacts, customFields } from "#app/db/schema/contacts/contacts.ts";
import { contactImports } from "#app/db/schema/contacts/imports.ts";
import { personRequests } from "#app/db/schema/contacts/requests.ts";
import { segments } from "#app/db/schema/contacts/segments.ts";
import { dealStages, deals } from "#app/db/schema/crm/deals.ts";
import { crmTasks } from "#app/db/schema/crm/tasks.ts";
import { flows, flowTests } from "#app/db/schema/flows/flows.ts";
import { connections } from "#app/db/schema/integrations/connections.ts";
import { rules } from "#app/db/schema/integrations/rules.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { cannedReplies, conversationNotes } from "#app/db/schema/messaging/inbox.ts";
import { media } from "#app/db/schema/messaging/media.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { scheduledMessages } from "#app/db/schema/messaging/scheduled.ts";
import { teams } from "#app/db/schema/messaging/teams.ts";
import { invoices } from "#app/db/schema/money/invoices.ts";
import { paymentAttempts } from "#app/db/schema/money/payments.ts";
import { apiCalls, apiKeys } from "#app/db/schema/organisations/apiKeys.ts";
import { invitations } from "#app/db/schema/organisations/organisations.ts";
import { events } from "#app/db/schema/record/events.ts";
import { notifications } from "#app/db/schema/record/notifications.ts";
import { outgoingEvents, webhookDeliveries, webhookEndpoints } from "#app/db/schema/record/webhooks.ts";
import { bookMembers, books, dues } from "#app/db/schema/sales/books.ts";
import { productCatalogues } from "#app/db/schema/sales/catalogues.ts";
import { orderCounters, orderLines, orders } from "#app/db/schema/sales/orders.ts";
import { paymentRequests } from "#app/db/schema/sales/payments.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { taxDocuments } from "#app/db/schema/sales/tax.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { draftBoundTo } from "#app/domain/accounts/formDrafts/schemas.ts";
import { definition, end } from "#app/domain/flows/outline/build.ts";
import { newSecret, sealEndpointSecret } from "#app/domain/record/webhooks/secrets.server.ts";
import { newId } from "#app/platform/ids.ts";
import { sealSecret } from "#app/platform/secrets/secretBox.server.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";
import { addSequence } from "./sequences.ts";
import { addTill } from "./tills.ts";

/** One object of every kind that an id in the contract can mean, by the name of the parameter. */
export type World = Record<string, string>;

/**
 * A word that is in every text of this organisation's objects and nowhere else: it must not be shown to
 * others.
 */
export const secretOf = (org: TestOrg) => `siri-${org.orgId.slice(-8)}`;

/** Gives an organisation one object of every kind. New objects with an id are added here. */
export async function createWorld(platform: TestPlatform, org: TestOrg): Promise<World> {
  const { orgId } = org;
  const secret = secretOf(org);
  const { encryptionKeys } = platform.services.config;
  const now = platform.clock.now();
  const whatsappAccountId = newId("wac");
  const digits = () => String(randomInt(1e12, 1e13));
  const world = {
    whatsappAccountId,
    phoneNumberId: digits(),
    templateId: newId("tpl"),
    contactId: newId("con"),
    importId: newId("imp"),
    campaignId: newId("cmp"),
    conversationId: newId("cnv"),
    messageId: newId("msg"),
    notificationId: newId("ntf"),
    eventId: newId("evt"),
    invitationId: newId("ivt"),
    keyId: newId("key"),
    endpointId: newId("whk"),
    deliveryId: newId("dlv"),
    requestId: randomUUID(),
    paymentId: newId("pay"),
    checkoutRequestId: `ws_CO_${digits()}`,
    invoiceId: newId("inv"),
    cannedReplyId: newId("crp"),
    scheduledMessageId: newId("sch"),
    teamId: newId("tea"),
    botId: newId("bot"),
    entryId: newId("ben"),
    sourceId: newId("bsr"),
    questionId: newId("bqu"),
    personRequestId: newId("prq"),
    ruleId: newId("rul"),
    mediaId: newId("med"),
    stageId: newId("dst"),
    dealId: newId("dea"),
    productId: newId("prd"),
    catalogueId: newId("cat"),
    orderId: newId("ord"),
    taxDocumentId: newId("txd"),
    bookId: newId("bok"),
    bookMemberId: newId("bkm"),
    dueId: newId("due"),
    taskId: newId("tsk"),
    fieldId: newId("fld"),
    segmentId: newId("seg"),
    sequenceId: newId("seq"),
    enrolmentId: newId("enr"),
    flowId: newId("flw"),
    stepId: `s${digits()}`,
    testId: newId("fte"),
    tillId: newId("til"),
    tillPaymentId: newId("tpy"),
    paymentRefundId: newId("prf"),
    tillDifferenceId: newId("tdf"),
    paymentRequestId: newId("pmr"),
  };
  await platform.services.db.withSystem(async (tx) => {
    await addInvoice(tx, org, world);
    await tx.insert(whatsappAccounts).values({
      orgId,
      id: whatsappAccountId,
      wabaId: digits(),
      name: secret,
      status: "connected",
      tokenEncrypted: sealSecret(
        encryptionKeys,
        `whatsapp_accounts:${orgId}:${whatsappAccountId}`,
        "a token",
      ),
    });
    await tx.insert(phoneNumbers).values({
      orgId,
      id: newId("pno"),
      whatsappAccountId,
      phoneNumberId: world.phoneNumberId,
      displayPhoneNumber: "+254 700 111 222",
      verifiedName: secret,
      status: "CONNECTED",
    });
    await tx.insert(templates).values({
      orgId,
      id: world.templateId,
      whatsappAccountId,
      name: secret.replace("-", "_"),
      language: "en",
      category: "UTILITY",
      status: "APPROVED",
      components: [{ type: "BODY", text: `Your order is ready: ${secret}` }],
    });
    await tx.insert(customFields).values({ orgId, id: world.fieldId, name: secret, type: "text" });
    await tx.insert(segments).values({
      orgId,
      id: world.segmentId,
      name: secret,
      conditions: { match: "all", conditions: [{ about: "tag", op: "is", value: secret }] },
    });
    await tx.insert(contacts).values({
      orgId,
      id: world.contactId,
      phone: "+254712345678",
      waId: "254712345678",
      name: secret,
      tags: [secret],
      consent: "granted",
    });
    await tx.insert(contactImports).values({
      orgId,
      id: world.importId,
      fileName: `${secret}.csv`,
      status: "completed",
    });
    await tx.insert(campaigns).values({
      orgId,
      id: world.campaignId,
      name: secret,
      templateId: world.templateId,
      phoneNumberId: world.phoneNumberId,
      audience: { kind: "all" },
    });
    await tx.insert(conversations).values({
      orgId,
      id: world.conversationId,
      phoneNumberId: world.phoneNumberId,
      contactId: world.contactId,
      lastMessageAt: now,
      lastMessage: secret,
      unread: 1,
      windowEndsAt: new Date(now.getTime() + 3_600_000),
    });
    await tx.insert(messages).values({
      orgId,
      id: world.messageId,
      direction: "in",
      type: "text",
      state: "read",
      phoneNumberId: world.phoneNumberId,
      contactId: world.contactId,
      recipient: "+254712345678",
      body: secret,
      wamid: `wamid.${randomBytes(8).toString("hex")}`,
    });
    await tx.insert(media).values({
      orgId,
      id: world.mediaId,
      messageId: world.messageId,
      phoneNumberId: world.phoneNumberId,
      kind: "document",
      state: "failed",
      problem: "unreachable",
      metaMediaId: digits(),
      fileName: `${secret}.pdf`,
    });
    await tx.insert(events).values({
      orgId,
      id: world.eventId,
      name: "legacy.noted",
      type: "system",
      status: "success",
      actorKind: "job",
      data: { action: secret, details: secret },
    });
    await tx.insert(notifications).values({
      orgId,
      id: world.notificationId,
      userId: org.userId,
      eventId: world.eventId,
    });
    await tx.insert(paymentAttempts).values({
      orgId,
      id: world.paymentId,
      method: "mpesa",
      state: "paid",
      amountCents: 100_000,
      key: secret,
      phone: "+254712345678",
      receipt: secret,
      checkoutRequestId: world.checkoutRequestId,
    });
    await tx.insert(personRequests).values({
      orgId,
      id: world.personRequestId,
      kind: "erasure",
      contactId: world.contactId,
      note: secret,
      requestedAt: now,
      dueAt: now,
    });
    await tx.insert(cannedReplies).values({ orgId, id: world.cannedReplyId, title: secret, body: secret });
    await tx.insert(scheduledMessages).values({
      ...{ orgId, id: world.scheduledMessageId, conversationId: world.conversationId },
      ...{ authorUserId: org.userId, body: secret, sendAt: new Date(now.getTime() + 3_600_000) },
    });
    await tx.insert(teams).values({ orgId, id: world.teamId, name: secret });
    await tx.insert(conversationNotes).values({
      orgId,
      id: newId("nte"),
      conversationId: world.conversationId,
      authorUserId: org.userId,
      body: secret,
    });
    await tx.insert(invitations).values({
      orgId,
      id: world.invitationId,
      email: `${secret}@duka.test`,
      role: "agent",
      tokenHash: randomBytes(32),
      invitedBy: org.userId,
      expiresAt: new Date(now.getTime() + 86_400_000),
    });
    await addDeal(tx, org, world);
    await addTill(tx, org.orgId, secret, world);
    await addPaymentRequest(tx, org, world);
    await addOrder(tx, org, world);
    await addSequence(tx, org.orgId, secretOf(org), world);
    await addBook(tx, org, world);
    const ofBot = { orgId, botId: world.botId };
    await tx.insert(rules).values({
      orgId,
      id: world.ruleId,
      name: secret,
      event: "message.received",
      actions: [{ kind: "tag", tag: secret }],
    });
    await tx.insert(connections).values({
      orgId,
      id: newId("icn"),
      provider: "slack",
      status: "disconnected",
      accountId: secret,
      accountName: secret,
      connectedAt: now,
    });
    await tx.insert(flows).values({
      ...{ orgId, id: world.flowId, name: secret, language: "en" },
      draft: definition([secret], [{ ...end(world.stepId, secret) }]),
    });
    await tx.insert(flowTests).values({
      ...{
        orgId,
        id: world.testId,
        flowId: world.flowId,
        name: secret,
        inputs: [secret],
        expects: "completed",
      },
    });
    await tx.insert(bots).values({ orgId, id: world.botId, name: secret, about: secret });
    await tx
      .insert(botSources)
      .values({ ...ofBot, id: world.sourceId, kind: "page", name: `https://${secret}.test/` });
    await tx.insert(botEntries).values({ ...ofBot, id: world.entryId });
    await tx
      .insert(botTexts)
      .values({ ...ofBot, entryId: world.entryId, language: "en", question: secret, answer: secret });
    await tx.insert(botQuestions).values({
      ...ofBot,
      id: world.questionId,
      question: secret,
      language: "en",
      expects: "entry",
      expectedEntryId: world.entryId,
    });
  });
  const draftId = randomBytes(16).toString("base64url");
  await platform.services.db.withSystem(async (tx) => {
    await addDeveloperObjects(tx, org, world);
    const formEncrypted = sealSecret(encryptionKeys, draftBoundTo(draftId, org.userId), secret);
    const expiresAt = new Date(now.getTime() + 3_600_000);
    await tx
      .insert(formDrafts)
      .values({ id: draftId, userId: org.userId, formEncrypted, createdAt: now, expiresAt });
  });
  const [session] = await platform.services.db.withSystem((tx) =>
    tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, org.userId)),
  );
  return {
    ...world,
    draftId,
    sessionId: session!.id,
    userId: org.userId,
    memberId: org.userId,
    taskMemberId: org.userId,
    orgId,
  };
}

/** A request at the till. */
async function addPaymentRequest(tx: Tx, org: TestOrg, world: World): Promise<void> {
  const { orgId } = org;
  const [id, tillId] = [world.paymentRequestId!, world.tillId!];
  await tx.insert(paymentRequests).values({
    ...{ orgId, id, tillId, contactId: world.contactId!, accountNumber: "1234567A", amountCents: 150_000 },
    ...{ reason: secretOf(org), source: "member", key: id, expiresAt: new Date("2099-01-01T00:00:00Z") },
  });
}

/** A named key, a call made with it, and an endpoint with a delivery. */
async function addDeveloperObjects(tx: Tx, org: TestOrg, world: World): Promise<void> {
  const { orgId } = org;
  const secret = secretOf(org);
  const eventId = newId("evt");
  await tx.insert(apiKeys).values({
    orgId,
    id: world.keyId!,
    name: secret,
    isDefault: false,
    keyHash: randomBytes(32),
    keyEncrypted: "",
    lastFour: "0000",
  });
  await tx.insert(apiCalls).values({
    orgId,
    id: world.requestId!,
    keyId: world.keyId!,
    mode: "live",
    method: "GET",
    path: `/api/v1/${secret}`,
    status: 200,
    durationMs: 12,
    ipAddress: "127.0.0.1",
    userAgent: secret,
  });
  await tx.insert(webhookEndpoints).values({
    orgId,
    id: world.endpointId!,
    url: `https://hooks.example.com/${secret}`,
    events: ["message.read"],
    secretEncrypted: sealEndpointSecret(org.ctx.config, { orgId, id: world.endpointId! }, newSecret()),
    secretCreatedAt: new Date(),
  });
  await tx.insert(outgoingEvents).values({
    orgId,
    id: eventId,
    type: "message.read",
    subjectId: world.messageId!,
    data: { text: secret },
    occurredAt: new Date(),
  });
  await tx.insert(webhookDeliveries).values({
    orgId,
    id: world.deliveryId!,
    endpointId: world.endpointId!,
    eventId,
    eventType: "message.read",
    state: "failed",
    lastAnswer: secret,
  });
}

/** A product, an order of it, and a catalogue. */
async function addOrder(tx: Tx, org: TestOrg, world: World): Promise<void> {
  const { orgId } = org;
  const name = secretOf(org);
  const { productId = "", orderId = "", contactId = "", catalogueId = "", whatsappAccountId = "" } = world;
  await tx.insert(productCatalogues).values({
    ...{
      orgId,
      id: catalogueId,
      whatsappAccountId,
      catalogId: "1",
      name,
      nextSyncAt: new Date("2100-01-01"),
    },
  });
  await tx.insert(products).values({
    ...{ orgId, id: productId, name, priceCents: 19_000 },
  });
  await tx.insert(orderCounters).values({ orgId, last: 1001 });
  await tx.insert(orders).values({
    ...{ orgId, id: orderId, number: 1001, contactId, source: "member" as const },
    ...{ subtotalCents: 19_000, totalCents: 19_000 },
  });
  await tx.insert(orderLines).values({
    ...{ orgId, orderId, position: 1, productId, name, quantity: 1 },
    ...{ priceCents: 19_000, listPriceCents: 19_000, vatClass: "none" as const },
  });
  await tx.insert(taxDocuments).values({
    ...{ orgId, id: world.taxDocumentId!, kind: "sale", subjectId: orderId, branch: "P000000001S:00" },
    ...{ taxNumber: 1, number: "S-1", lines: [], totalCents: 19_000, state: "refused", resultText: name },
  });
}

/** A book with a member who owes. */
async function addBook(tx: Tx, org: TestOrg, world: World): Promise<void> {
  const { orgId } = org;
  const name = secretOf(org);
  const { bookId = "", bookMemberId = "", dueId = "", contactId = "", tillId = "" } = world;
  await tx.insert(books).values({ orgId, id: bookId, name, kind: "school", tillId });
  await tx.insert(bookMembers).values({ orgId, id: bookMemberId, bookId, contactId, label: name });
  await tx.insert(dues).values({
    ...{ orgId, id: dueId, bookId, memberId: bookMemberId, contactId, tillId, label: name },
    ...{ amountCents: 1_500_000, dueOn: "2026-01-31" },
  });
}

/** A deal in a stage, with a task. */
async function addDeal(tx: Tx, org: TestOrg, world: World): Promise<void> {
  const { orgId } = org;
  const { contactId = "", stageId = "", dealId = "", taskId = "" } = world;
  const title = secretOf(org);
  await tx.insert(dealStages).values({ orgId, id: stageId, name: title, position: 1 });
  await tx.insert(deals).values({ orgId, id: dealId, contactId, title, stageId, valueCents: 100_000 });
  await tx.insert(crmTasks).values({ orgId, id: taskId, contactId, dealId, title, dueAt: new Date() });
}

/** One that is unpaid. */
async function addInvoice(tx: Tx, org: TestOrg, world: { invoiceId: string }): Promise<void> {
  const { orgId } = org;
  const secret = secretOf(org);
  const amountCents = 100_000;
  await tx.insert(invoices).values({
    orgId,
    id: world.invoiceId,
    kind: "invoice",
    source: "monthly:2026-01",
    number: secret,
    description: secret,
    planType: "Growth",
    billingType: "postpaid",
    billTo: { name: secret, email: org.email },
    netCents: amountCents,
    vatCents: 0,
    totalCents: amountCents,
    finalizedAt: new Date(),
    dueAt: new Date(),
    status: "pending",
  });
}

/** The database's rows of an organisation, as one hash per table. */
export const imprintOf = (platform: TestPlatform, org: TestOrg): Promise<Record<string, string | null>> =>
  perTable<string | null>(platform, org, (row) => `md5(string_agg(${row}::text, ',' order by ${row}::text))`);

/** The number of rows of an organisation, by table. */
export const rowCountsOf = (platform: TestPlatform, org: TestOrg): Promise<Record<string, number>> =>
  perTable<number>(platform, org, () => "count(*)::int");

/** One prepared statement over all tables: sweeps ask hundreds of times. */
async function perTable<Value>(
  platform: TestPlatform,
  org: TestOrg,
  aggregate: (row: string) => string,
): Promise<Record<string, Value>> {
  const client = await platform.services.db.owner.connect();
  try {
    await client.query("begin");
    await client.query(
      `select set_config('role', 'tarishi_system', true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
    );
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
    );
    const parts = tables.map(({ name }) => {
      // The last use of a session changes with each request.
      const row = name === "sessions" ? "(t.id, t.revoked_at)" : "t";
      return `select '${name}' as name, ${aggregate(row)} as value from "${name}" t where org_id = $1`;
    });
    const { rows } = await client.query<{ name: string; value: Value }>({
      name: `per-table ${aggregate("t")}`,
      text: parts.join(" union all "),
      values: [org.orgId],
    });
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  } finally {
    await client.query("rollback");
    client.release();
  }
}
