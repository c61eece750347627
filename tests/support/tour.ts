/* One journey, longer than other files because it creates what every page needs, in order. */
import { randomUUID } from "node:crypto";
import { demoLogins } from "#app/demo/load.server.ts";
import { stepAt, totpCode } from "#app/domain/accounts/totp.ts";
import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";
import { type Caller, callerOf } from "./caller.ts";
import { pdf } from "./mediaFiles.ts";
import { sessionCookie } from "./pageWeight.ts";
import { audienceAt } from "./routeTable.ts";
import { eventually, type TestServer, tokenMailed } from "./server.ts";
import { openShop, shopLogin } from "./shop.ts";
import { connectTestTill } from "./tills.ts";
import { bringCatalogue, bringObjects, bringTillPayment, prepareDevelopers } from "./tourObjects.ts";

/** An organisation with one object of every kind, so that each page is shown in its usual state. */
export interface Tour {
  /** The path with its ids, and with the page's query. */
  addressOf(path: string): string;
  /** The `Cookie` header of the page's viewer. */
  cookiesOf(path: string): string;
  /** A user with a second factor, whose sign-in waits for its code. */
  pending: PendingLogin;
}

export interface PendingLogin {
  email: string;
  password: string;
}

/** A template can be edited once it was rejected. */
const templateFor = (path: string, templates: { templateId: string; rejectedId: string }) =>
  path.endsWith("/edit") ? templates.rejectedId : templates.templateId;

/**
 * Progress needs a sent campaign, cancelling and rescheduling a scheduled one, and form and review a
 * draft.
 */
function campaignFor(
  path: string,
  campaigns: { draftId: string; sentId: string; scheduledId: string },
): string {
  if (path.endsWith(":campaignId")) return campaigns.sentId;
  return /\/(cancel|time)$/.test(path) ? campaigns.scheduledId : campaigns.draftId;
}

const password = "kahawa-na-mandazi-7";

/** Opens and fills an organisation of a freshly started server. */
export async function prepareTour(server: TestServer): Promise<Tour> {
  const [member, staff] = await Promise.all([
    openShop(server),
    sessionCookie(server.url, demoLogins.admin, demoLogins.password),
  ]);
  const call = callerOf(server.url, member);
  const [messaging, people, importId, reviewedImportId, paymentId] = await Promise.all([
    prepareMessaging(call),
    preparePeople(server, call),
    uploadContacts(server.url, member, call),
    uploadForReview(server.url, member),
    payByMpesa(call),
  ]);
  const developers = await prepareDevelopers(server, call);
  const { deliveryId } = await bringObjects(server, developers.endpointId);
  const { ruleId } = await call("POST /rules", {
    name: "Tag who asks for prices",
    event: "message.received",
    field1: "text",
    operator1: "contains",
    value1: "price",
    tag: "price",
  });
  await call("POST /integrations/:provider/connect", { provider: "hubspot" });
  const { contacts } = await call("GET /contacts", {});
  const ofCrm = {
    ...(await prepareDeal(call, contacts[0]!.id)),
    ...(await prepareOrder(call, contacts[0]!.id)),
  };
  const { fieldId } = await call("POST /fields", {
    name: "Branch",
    type: "choice",
    options: "Nairobi\nKisumu",
  });
  const { segmentId } = await call("POST /segments", {
    name: "Regulars",
    conditions: { match: "all", conditions: [{ about: "tag", op: "is", value: "vip" }] },
  });
  const { invoices: all } = await call("GET /billing/invoices", {});
  const invoices = all.filter(({ status }) => status === "pending" || status === "overdue");
  await startEmailChange(call);
  // Its pages are those of an organisation at work.
  await call("POST /get-started/hide", {});
  const ofConsole = await findForStaff(callerOf(server.url, staff));
  const ofPartners = await linkToPartner(call, callerOf(server.url, staff));

  const { tillId } = await connectTestTill(call);
  const { whatsappAccountId } = messaging;
  await bringCatalogue(server, { whatsappAccountId, productId: ofCrm.productId });
  const { conversationId } = messaging;
  const { messages } = await call("GET /conversations/:conversationId", { conversationId });

  const ids: Record<string, string> = {
    messageId: messages[0]!.id,
    ...messaging,
    ...ofConsole,
    ...ofPartners,
    accountId: messaging.whatsappAccountId,
    importId,
    reviewedImportId,
    mediaId: await sendFile(server.url, member, call, messaging.conversationId),
    paymentId,
    invoiceId: invoices[0]!.id,
    memberId: people.memberId,
    contactId: contacts[0]!.id,
    ...ofCrm,
    ...(await bringTillPayment(server, tillId)),
    ...(await prepareBook(call, { contactId: contacts[0]!.id, tillId })),
    ...(await requestPayment(call, contacts[0]!.id)),
    fieldId,
    segmentId,
    ...developers,
    deliveryId,
    ruleId,
    provider: "hubspot",
    // The page that unsubscribes asks before it reads the signature.
    token: "member.signature",
    ...(await demoBot(call)),
    ...(await makeFlow(call)),
    ...(await makeSequence(call)),
    ...(await call("POST /contacts/:contactId/requests", {
      contactId: contacts[0]!.id,
      kind: "erasure",
      note: "They wrote to us and asked for it",
    })),
  };
  const queries: Record<string, string> = {
    "/integrations/rules/new": "?event=order.placed",
    "/deals/new": `?contactId=${contacts[0]!.id}`,
    "/flows/:flowId/steps/new": "?kind=choose",
    "/sequences/:sequenceId/steps/new": "?kind=check",
    "/sequences/:sequenceId/enrol": "?to=all",
    "/billing/plan/confirm": "?planType=Growth&billingType=prepaid",
    "/invitation": `?token=${people.invitationToken}`,
    "/reset-password": `?token=${people.resetToken}`,
  };
  const visitorCookies: Record<string, string> = {
    "/login/code": people.pendingCookie,
    "/verify-otp": "otp_email=asha%40duka.test",
  };
  return {
    pending: people.pending,
    addressOf(path) {
      const address = path.replace(/:(\w+)/g, (_, name: string) => {
        const id =
          path === "/contacts/imports/:importId/review"
            ? ids.reviewedImportId
            : name === "campaignId"
              ? campaignFor(path, messaging)
              : name === "templateId"
                ? templateFor(path, messaging)
                : ids[path.startsWith("/admin/billing") && name === "invoiceId" ? "transferId" : name];
        if (!id) throw new Error(`tests/support/tour.ts makes no ${name}, which ${path} needs`);
        return id;
      });
      return `${address}${queries[path] ?? ""}`;
    },
    cookiesOf(path) {
      const audience = audienceAt(path);
      if (audience === "members") return member;
      return audience === "staff" ? staff : (visitorCookies[path] ?? "");
    },
  };
}

/** At the till that is connected. */
async function requestPayment(call: Caller, contactId: string): Promise<{ paymentRequestId: string }> {
  const form = { amount: "1500", reason: "Term 2 fees", way: "account", key: randomUUID() } as const;
  const { requestId } = await call("POST /payment-requests", { contactId, ...form });
  return { paymentRequestId: requestId };
}

/** A top-up whose prompt was accepted on the phone. */
export async function payByMpesa(call: Caller): Promise<string> {
  const phone = "0712345678";
  const { paymentId } = await call("POST /payments", {
    method: "mpesa",
    amountKes: 1000,
    phone,
    key: randomUUID(),
  });
  await eventually("the prompt to be on the phone", async () => {
    const [prompt] = (await call("GET /sandbox/prompts", { phone })).prompts;
    if (!prompt) return false;
    const { checkoutRequestId } = prompt;
    await call("POST /sandbox/prompts/answer", { phone, checkoutRequestId, answer: "accept" });
    return true;
  });
  await eventually("the payment to arrive", async () => {
    const { payment } = await call("GET /payments/:paymentId", { paymentId });
    return payment.state === "paid";
  });
  return paymentId;
}

/** Through Meta's hosted signup, as the simulator plays it. */
export async function connectWhatsapp(call: Caller): Promise<{ wabaId: string }> {
  const { url } = await call("POST /embedded-signup", {});
  const answer = await fetch(url, { method: "POST", redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "", url).searchParams;
  const wabaId = back.get("shared_waba_id") ?? "";
  await call("GET /meta/embedded-callback", {
    code: back.get("code") ?? "",
    shared_waba_id: wabaId,
    state: back.get("state") ?? "",
  });
  return { wabaId };
}

/** A connected number, an approved and a rejected template, a draft, a paused campaign, and a customer who wrote. */
async function prepareMessaging(call: Caller) {
  await connectWhatsapp(call);
  const [{ accounts }, { numbers }, rejected, template] = await Promise.all([
    call("GET /whatsapp/accounts", {}),
    call("GET /whatsapp/numbers", {}),
    call("POST /templates", {
      name: "rejected_offer",
      category: "MARKETING",
      language: "en",
      body: "Karibu to our shop in Nakuru this week.",
    }),
    call("POST /templates", {
      name: "order_ready",
      category: "UTILITY",
      language: "en",
      body: "Habari {{1}}, your order is ready. Collect it until six o'clock.",
      footer: "Duka Letu",
      buttons: [{ kind: "QUICK_REPLY", text: "On my way", value: "" }],
      samples: [{ key: "1", value: "Asha" }],
    }),
  ]);
  const { phoneNumberId } = numbers[0]!;
  await call("POST /whatsapp/accounts/:whatsappAccountId/checks", { whatsappAccountId: accounts[0]!.id });
  const templateId = template.id;
  const conversationId = await receiveMessage(call, phoneNumberId);
  const reviewed = (id: string, status: string) =>
    eventually(`the template to be ${status}`, async () => {
      const found = await call("GET /templates/:templateId", { templateId: id });
      return found.template.status === status;
    });
  await Promise.all([reviewed(templateId, "APPROVED"), reviewed(rejected.id, "REJECTED")]);
  const plan = (name: string) => planCampaign(call, { name, templateId, phoneNumberId });
  const [draftId, sentId, scheduledId] = [
    await plan("Of next week"),
    await plan("Of today"),
    await plan("Of tomorrow"),
  ];
  const tomorrow = new Date(Date.now() + 24 * 3_600_000);
  await call("PUT /campaigns/:campaignId", { campaignId: scheduledId, scheduledFor: tomorrow });
  for (const campaignId of [sentId, scheduledId])
    await call("POST /campaigns/:campaignId/start", { campaignId });
  await eventually("the campaign to be sent", async () => {
    const progress = await call("GET /campaigns/:campaignId/progress", { campaignId: sentId });
    return progress.status === "completed";
  });
  const whatsappAccountId = accounts[0]!.id;
  const rejectedId = rejected.id;
  const { scheduledMessageId } = await call("POST /conversations/:conversationId/scheduled", {
    conversationId,
    text: "Good morning! Your order is ready.",
    at: toNairobiInput(new Date(Date.now() + 12 * 3_600_000)),
    key: randomUUID(),
  });
  const { cannedReplyId } = await call("POST /canned-replies", {
    title: "Opening hours",
    body: "Habari {{first_name}}, we are open from eight to five.",
    sharing: "team",
  });
  const { teamId } = await call("POST /teams", { name: "Sales" });
  return {
    whatsappAccountId,
    teamId,
    phoneNumberId,
    templateId,
    rejectedId,
    conversationId,
    cannedReplyId,
    scheduledMessageId,
    draftId,
    sentId,
    scheduledId,
  };
}

/** A complete draft, to the customers with the tag `vip`. */
export async function planCampaign(
  call: Caller,
  setup: { name: string; templateId: string; phoneNumberId: string },
): Promise<string> {
  const { campaignId } = await call("POST /campaigns", {
    ...{ ...setup, key: randomUUID(), audience: { kind: "tag", tag: "vip" } },
    variables: { 1: { from: "contact", field: "first_name", fallback: "there" } },
  });
  return campaignId;
}

/** A customer writes; returns the conversation. */
async function receiveMessage(call: Caller, phoneNumberId: string): Promise<string> {
  await call("POST /sandbox/reply", {
    phone: "+254700000003",
    phoneNumberId,
    text: "Habari, is my order ready? https://duka.test/orders/17",
  });
  const conversationId = await eventually("the conversation", async () => {
    const { conversations } = await call("GET /conversations", {});
    return conversations.find(({ phone }) => phone === "+254700000003")?.id;
  });
  await call("POST /conversations/:conversationId/messages", {
    conversationId,
    text: "Karibu! It is ready.",
    key: randomUUID(),
  });
  return conversationId;
}

/** A deal with an overdue task. */
async function prepareDeal(call: Caller, contactId: string) {
  const { stages } = await call("GET /deal-stages", {});
  const stageId = stages[1]!.id;
  const { dealId } = await call("POST /deals", {
    contactId,
    stageId,
    title: "40 school bags",
    value: "64000",
  });
  const { taskId } = await call("POST /tasks", {
    dealId,
    title: "Send the quotation",
    dueAt: "2026-01-15T09:00",
  });
  return { dealId, taskId };
}

/** A product, and a draft order of it. */
async function prepareOrder(call: Caller, contactId: string) {
  const { productId } = await call("POST /products", {
    name: "Maize flour, 2 kg",
    price: "190",
    stock: "40",
  });
  const { orderId } = await call("POST /orders", { contactId });
  await call("PUT /orders/:orderId", { orderId, productId });
  await call("PUT /orders/:orderId", { orderId, lines: [{ position: 1, quantity: "2" }] });
  return { productId, orderId };
}

/** A book of fees, with a pupil who owes a term. */
async function prepareBook(call: Caller, { contactId, tillId }: { contactId: string; tillId: string }) {
  const { bookId } = await call("POST /books", {
    ...{ name: "Fees 2026", kind: "school", tillId, penaltyKind: "fixed", penaltyValue: "500" },
  });
  const member = { contactId, label: "Wanjiku Kamau", number: "ADM-0031", groupName: "Form 2" };
  const { bookMemberId } = await call("POST /books/:bookId/members", { bookId, ...member });
  await call("POST /books/:bookId/dues", { bookId, label: "Term 1", amount: "15000", dueOn: "2026-01-31" });
  const { dues } = await call("GET /books/:bookId/members/:bookMemberId", { bookId, bookMemberId });
  return { bookId, bookMemberId, dueId: dues[0]!.id };
}

/** The demo's bot, with one of each of its objects. */
async function demoBot(call: Caller) {
  const { bots } = await call("GET /bots", {});
  const botId = bots[0]!.id;
  const { sourceId } = await call("POST /bots/:botId/pages", { botId, url: "http://127.0.0.1:9/prices" });
  const [{ entries }, { questions }] = await Promise.all([
    call("GET /bots/:botId/entries", { botId }),
    call("GET /bots/:botId/evaluation", { botId }),
  ]);
  return { botId, sourceId, entryId: entries[0]!.id, questionId: questions[0]!.id };
}

/** A ready-made flow that is live, with a test. */
async function makeFlow(call: Caller) {
  const { flowId } = await call("POST /flows/ready-made", { key: "appointment", language: "en" });
  await call("POST /flows/:flowId/trial", { flowId, message: "Repair" });
  const { testId } = await call("POST /flows/:flowId/tests", {
    ...{ flowId, name: "Stops", inputs: "cancel", expects: "stopped" },
  });
  await call("POST /flows/:flowId/publish", { flowId });
  return { flowId, testId, stepId: "s1" };
}

/** A sequence that is on, with all contacts in it. */
async function makeSequence(call: Caller) {
  const { sequenceId } = await call("POST /sequences", { name: "Fee reminder" });
  const step = { sequenceId, after: "" };
  await call("POST /sequences/:sequenceId/steps", { ...step, kind: "act", action: "tag", tag: "fees" });
  await call("POST /sequences/:sequenceId/steps", { ...step, kind: "wait", until: "days", amount: 2 });
  await call("POST /sequences/:sequenceId/switch", { sequenceId, isOn: true });
  const { people, totalCents } = await call("GET /sequences/:sequenceId/quote", { sequenceId, to: "all" });
  const quoted = { sequenceId, to: "all" as const, people, totalCents };
  await call("POST /sequences/:sequenceId/audience", { ...quoted, key: "tour" });
  return { sequenceId };
}

/** A second member with an authenticator app, who requested a new password; and an invited person. */
async function preparePeople(server: TestServer, call: Caller) {
  const [member, guest] = ["otieno@duka.test", "halima@duka.test"] as const;
  await Promise.all([member, guest].map((email) => call("POST /invitations", { email, role: "agent" })));
  const anyone = callerOf(server.url, "");
  await anyone("POST /invitation/accept", {
    token: await tokenMailed(server, member, "/invitation"),
    newcomer: { firstName: "Otieno", lastName: "Okoth", password },
  });
  const { members } = await call("GET /members", {});
  const memberId = members.find(({ email }) => email === member)!.id;

  const asMember = callerOf(server.url, await sessionCookie(server.url, member, password));
  await asMember("POST /second-factor", { password });
  const { setup } = await asMember("GET /second-factor", {});
  await asMember("POST /second-factor/confirm", {
    code: totpCode(bytesOfBase32(setup!.key), stepAt(new Date())),
  });
  const pendingCookie = await sessionCookie(server.url, member, password);
  await anyone("POST /auth/forgot-password", { email: member });
  return {
    memberId,
    pending: { email: member, password },
    pendingCookie,
    invitationToken: await tokenMailed(server, guest, "/invitation"),
    resetToken: await tokenMailed(server, member, "/reset-password"),
  };
}

/**
 * The shop as administrators see it, a pending job (tomorrow's campaign), and from the demo's billing an
 * invoice with an announced transfer, a dispute and a work item.
 */
async function findForStaff(call: Caller) {
  const [{ organisations }, { jobs }, overdue, pending, { disputes }, { list, items }, unmatched] =
    await Promise.all([
      call("GET /admin/organisations", { search: shopLogin.email }),
      call("GET /admin/queue", { state: "created" }),
      call("GET /admin/invoices", { status: "overdue" }),
      call("GET /admin/invoices", { status: "pending" }),
      call("GET /admin/disputes", {}),
      call("GET /admin/work", {}),
      call("GET /admin/work", { list: "unmatched" }),
    ]);
  const { staff } = await call("GET /admin/staff", {});
  const orgId = organisations[0]!.id;
  const journalEntryId = await eventually("an entry of the shop", async () => {
    const { entries } = await call("GET /admin/billing/entries", { kind: "money" });
    return entries.find((entry) => entry.orgId === orgId)?.id;
  });
  return {
    ...{ orgId, journalEntryId },
    jobId: jobs[0]!.id,
    transferId: [...overdue.invoices, ...pending.invoices].find(({ awaitsTransfer }) => awaitsTransfer)!.id,
    disputeId: disputes[0]!.id,
    list,
    itemId: items[0]!.id,
    receipt: unmatched.items.find(({ kind }) => kind === "mpesa_receipt")!.id,
    staffId: staff.at(-1)!.id,
  };
}

/** A partner of the demo, confirmed by the shop, with a pending settlement and a payout in doubt. */
async function linkToPartner(call: Caller, staff: Caller) {
  const [{ partners }, { settlements }, { payouts }] = await Promise.all([
    staff("GET /admin/partners", { status: "active" }),
    staff("GET /admin/settlements", { status: "pending" }),
    staff("GET /admin/payouts", {}),
  ]);
  const partnerId = partners[0]!.id;
  const { partner } = await staff("GET /admin/partners/:partnerId", { partnerId });
  await call("POST /referrals", { code: partner.code });
  return { partnerId, partnerCode: partner.code, settlementId: settlements[0]!.id, payoutId: payouts[0]!.id };
}

/** Another address waits for its code. */
async function startEmailChange(call: Caller): Promise<void> {
  const { user } = await call("GET /auth/me", {});
  const { firstName, lastName, phoneNumber } = user;
  const change = { email: "asha.mpya@duka.test", currentPassword: shopLogin.password };
  await call("PUT /profile", { firstName, lastName, phoneNumber, ...change });
}

/** The bytes of an authenticator app's key (RFC 4648 §6, without padding). */
function bytesOfBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A document sent in a conversation; returns the id of the file. */
async function sendFile(
  origin: string,
  cookie: string,
  call: Caller,
  conversationId: string,
): Promise<string> {
  const form = new FormData();
  form.set("key", randomUUID());
  form.set("file", new File([new Uint8Array(pdf)], "prices.pdf"));
  await fetch(`${origin}/api/conversations/${conversationId}/media`, {
    method: "POST",
    headers: { cookie, origin },
    body: form,
  });
  const { messages } = await call("GET /conversations/:conversationId", { conversationId });
  return messages.find(({ attachment }) => attachment !== null)!.attachment!.id;
}

/** An uploaded file that waits for its columns to be confirmed. */
async function uploadForReview(origin: string, cookie: string): Promise<string> {
  const answer = await fetch(`${origin}/api/contacts/imports?fileName=wageni.csv&review=yes`, {
    method: "POST",
    headers: { cookie, origin, "content-type": "text/csv" },
    body: "name,phone,town\nAmina Juma,0711 000 112,Nakuru\n",
  });
  return ((await answer.json()) as { importId: string }).importId;
}

/** An import of contacts with some refused lines; returns its id. */
async function uploadContacts(origin: string, cookie: string, call: Caller): Promise<string> {
  const answer = await fetch(`${origin}/api/contacts/imports?fileName=wateja.csv`, {
    method: "POST",
    headers: { cookie, origin, "content-type": "text/csv" },
    body: "name,phone\nAmina Juma,0711 000 111\nNobody,12\n",
  });
  const { importId } = (await answer.json()) as { importId: string };
  await eventually("the import to end", async () => {
    const found = await call("GET /contacts/imports/:importId", { importId });
    return found.import.status === "completed";
  });
  return importId;
}
