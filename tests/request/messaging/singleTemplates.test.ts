import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { CallInput } from "#app/api/client.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { endForNumbers } from "#app/domain/messaging/campaigns/endForNumbers.server.ts";
import { writeResults } from "#app/domain/messaging/sender/results.server.ts";
import { applyStatuses } from "#app/domain/messaging/webhooks/statuses.server.ts";
import { releaseExpiredHoldsHandler } from "#app/worker/releaseExpiredHolds.server.ts";
import { newKey } from "#tests/support/chats.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { addContacts, connectWhatsapp, createPrepaidOrg, refusalOf } from "#tests/support/sending.ts";

const platform = setUpPlatform();

const send = "POST /contacts/:contactId/template";

/** A prepaid shop with `kes` in its wallet, a template without variables, and a contact who never wrote. */
async function shop(kes = 10) {
  const org = await createPrepaidOrg(platform, kes);
  const sender = await connectWhatsapp(platform, org);
  const [contactId] = await addContacts(platform, org, 1);
  const form = (): CallInput<typeof send> => ({
    contactId: contactId!,
    phoneNumberId: sender.phoneNumberId,
    templateId: sender.templateId,
    variables: {},
    key: newKey(),
    maxTotalCents: 200,
  });
  return { org, ...sender, contactId: contactId!, form };
}

async function money(org: TestOrg) {
  const { balanceCents, heldCents, plan } = await platform.call("GET /wallet", {}, org);
  return { wallet: balanceCents, held: heldCents, delivered: plan.delivered };
}

const report = (org: TestOrg, messageId: string, status: string) =>
  platform.services.db.withSystem((tx) =>
    applyStatuses(tx, platform.services, org.orgId, [
      {
        id: `wamid.${messageId}`,
        status,
        timestamp: String(Math.floor(platform.clock.now().getTime() / 1000)),
        biz_opaque_callback_data: messageId,
        ...(status === "failed" ? { errors: [{ code: 131026, title: "Message undeliverable" }] } : {}),
      },
    ]),
  );

const conversationsOf = (org: TestOrg) =>
  platform.services.db.withOrg(org.orgId, (tx) =>
    tx.select().from(conversations).where(eq(conversations.orgId, org.orgId)),
  );

describe("a template to a contact who never wrote", () => {
  it("shows its price first, opens the conversation and reserves the money", async () => {
    const { org, contactId, phoneNumberId, templateId, form } = await shop();
    const offer = await platform.call("GET /contacts/:contactId/templates", { contactId }, org);
    expect(offer).toMatchObject({
      phoneNumberId,
      templates: [{ id: templateId }],
      price: { totalCents: 200, walletCents: 1000, missingCents: 0 },
    });
    const { conversationId, messageId } = await platform.call(send, form(), org);
    expect(await money(org)).toMatchObject({ wallet: 800, held: 200 });
    const thread = await platform.call("GET /conversations/:conversationId", { conversationId }, org);
    expect(thread.messages).toMatchObject([{ id: messageId, status: "sending", type: "template" }]);
    expect(thread.conversation).toMatchObject({ contactId, windowOpen: false });
  });

  it("continues the existing conversation", async () => {
    const { org, form } = await shop();
    const first = await platform.call(send, form(), org);
    const second = await platform.call(send, form(), org);
    expect(second.conversationId).toBe(first.conversationId);
    expect(second.messageId).not.toBe(first.messageId);
    expect(await money(org)).toMatchObject({ wallet: 600, held: 400 });
  });

  it("is sent and paid once, when the same form is posted twice at the same moment", async () => {
    const { org, form } = await shop();
    const same = form();
    const [one, other] = await Promise.all([platform.call(send, same, org), platform.call(send, same, org)]);
    expect(other.messageId).toBe(one.messageId);
    expect(await money(org)).toMatchObject({ wallet: 800, held: 200 });
    expect(await conversationsOf(org)).toHaveLength(1);
  });

  it("leaves nothing behind when the balance is too low, and says how much is missing", async () => {
    const { org, form } = await shop(1);
    expect(await refusalOf(platform, send, form(), org)).toMatchObject({
      status: 402,
      code: "wallet.too_little",
      message: expect.stringContaining("KES\u00a01.00"),
    });
    expect(await conversationsOf(org)).toEqual([]);
    expect(await money(org)).toMatchObject({ wallet: 100, held: 0 });
  });

  it("is refused at a higher price than the member saw", async () => {
    const { org, form } = await shop();
    expect(await refusalOf(platform, send, { ...form(), maxTotalCents: 100 }, org)).toMatchObject({
      status: 409,
      code: "message.price_changed",
    });
    expect(await money(org)).toMatchObject({ wallet: 1000 });
  });

  it("uses the plan's included messages before money", async () => {
    const org = await platform.createOrg();
    const sender = await connectWhatsapp(platform, org);
    const [contactId] = await addContacts(platform, org, 1);
    const form = { ...sender, contactId: contactId!, variables: {}, key: newKey(), maxTotalCents: 0 };
    await platform.call(send, form, org);
    expect((await platform.call("GET /wallet", {}, org)).plan).toMatchObject({ includedHeld: 1 });
  });

  it("finds nothing of another organisation: neither contact nor number nor template", async () => {
    const ours = await shop();
    const theirs = await shop();
    for (const [change, code] of [
      [{ contactId: theirs.contactId }, "contact.not_found"],
      [{ phoneNumberId: theirs.phoneNumberId }, "whatsapp_number.not_found"],
      [{ templateId: theirs.templateId }, "template.not_found"],
    ] as const)
      expect(await refusalOf(platform, send, { ...ours.form(), ...change }, ours.org)).toMatchObject({
        status: 404,
        code,
      });
    expect(
      await refusalOf(
        platform,
        "GET /contacts/:contactId/templates",
        { contactId: theirs.contactId },
        ours.org,
      ),
    ).toMatchObject({ status: 404 });
    expect(await conversationsOf(ours.org)).toEqual([]);
  });
});

describe("the money of a single template", () => {
  it("is spent when it is delivered, once, however often that is reported", async () => {
    const { org, form } = await shop();
    const { messageId } = await platform.call(send, form(), org);
    for (const status of ["sent", "delivered", "delivered", "read"]) await report(org, messageId, status);
    expect(await money(org)).toEqual({ wallet: 800, held: 0, delivered: 1 });
  });

  it("is released when WhatsApp reports that it failed", async () => {
    const { org, form } = await shop();
    const { messageId } = await platform.call(send, form(), org);
    await report(org, messageId, "failed");
    await report(org, messageId, "failed");
    expect(await money(org)).toEqual({ wallet: 1000, held: 0, delivered: 0 });
  });

  it("is released when the sender is refused", async () => {
    const { org, phoneNumberId, form } = await shop();
    const { messageId } = await platform.call(send, form(), org);
    await writeResults(platform.services, {
      orgId: org.orgId,
      phoneNumberId,
      holder: "nobody",
      accepted: [],
      moves: [{ id: messageId, state: "failed", at: platform.clock.now(), errorCode: 131008 }],
      endedLeases: [],
      pauses: new Map(),
      accountRefused: false,
      givenBack: new Set(),
    });
    expect(await money(org)).toMatchObject({ wallet: 1000, held: 0 });
  });

  it("is released when the organisation loses the number before sending", async () => {
    const { org, phoneNumberId, form } = await shop();
    const { messageId } = await platform.call(send, form(), org);
    await platform.services.db.withSystem((tx) =>
      endForNumbers(
        tx,
        { orgId: org.orgId, clock: platform.clock },
        { phoneNumberIds: [phoneNumberId], reason: { code: "gone", said: "Disconnected." } },
      ),
    );
    const [row] = await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.select({ state: messages.state }).from(messages).where(eq(messages.id, messageId)),
    );
    expect(row?.state).toBe("failed");
    expect(await money(org)).toMatchObject({ wallet: 1000, held: 0 });
  });

  it("is released after 31 days without a report", async () => {
    const { org, form } = await shop();
    await platform.call(send, form(), org);
    await releaseExpiredHoldsHandler.run(platform.services, {});
    expect(await money(org)).toMatchObject({ wallet: 800, held: 200 });
    platform.clock.advance(32 * 86_400_000);
    await releaseExpiredHoldsHandler.run(platform.services, {});
    const { rows } = await platform.services.db.system.query(
      "select name, balance_cents from ledger_accounts where org_id = $1 and name in ('wallet', 'held') order by name",
      [org.orgId],
    );
    expect(rows).toEqual([
      { name: "held", balance_cents: 0 },
      { name: "wallet", balance_cents: 1000 },
    ]);
  });
});
