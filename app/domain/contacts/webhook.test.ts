import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { newId } from "#app/platform/ids.ts";
import { actionsOf } from "#tests/support/entries.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { optIn, optOut, stopMarketing } from "./consent.server.ts";
import { findOrCreateByWebhook, type WebhookIdentity } from "./findOrCreateByWebhook.server.ts";

const platform = setUpPlatform();
let org: TestOrg;
beforeEach(async () => {
  org = await platform.createOrg();
});

const arrives = (identity: Omit<WebhookIdentity, "orgId" | "now" | "jobs">, as = org) =>
  platform.services.db.withSystem((tx) =>
    findOrCreateByWebhook(tx, {
      orgId: as.orgId,
      now: platform.clock.now(),
      jobs: platform.services.jobs,
      ...identity,
    }),
  );
const contactsOf = (as = org) =>
  platform.services.db.withOrg(as.orgId, (tx) =>
    tx.select().from(contacts).where(eq(contacts.orgId, as.orgId)).orderBy(contacts.id),
  );

describe("a webhook's person", () => {
  it("becomes a contact once, however often they write", async () => {
    const first = await arrives({ waId: "254712345678", name: "Wanjiru" });
    const again = await arrives({ waId: "254712345678", name: "Someone else" });
    expect([first.created, again.created]).toEqual([true, false]);
    expect(again.contactId).toBe(first.contactId);
    expect(await contactsOf()).toMatchObject([
      { phone: "+254712345678", waId: "254712345678", name: "Wanjiru", consent: "none" },
    ]);
  });

  it("is matched with a contact that a member typed, and fills the empty name", async () => {
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.insert(contacts).values({ orgId: org.orgId, id: newId("con"), phone: "+254712345678" }),
    );
    await arrives({ waId: "254712345678", bsuid: "KE.1", name: "Wanjiru", seenAt: platform.clock.now() });
    expect(await contactsOf()).toMatchObject([
      { phone: "+254712345678", bsuid: "KE.1", name: "Wanjiru", lastSeenAt: platform.clock.now() },
    ]);
  });

  it("whose profile name is a phone number has no name, and gets the first real one", async () => {
    await arrives({ waId: "254790111001", name: "+254790111001" });
    expect(await contactsOf()).toMatchObject([{ phone: "+254790111001", name: "" }]);
    await arrives({ waId: "254790111001", name: "0790 111 001" });
    expect(await contactsOf()).toMatchObject([{ name: "" }]);
    await arrives({ waId: "254790111001", name: "Njeri" });
    expect(await contactsOf()).toMatchObject([{ name: "Njeri" }]);
  });

  it("known by BSUID and by phone separately is merged when both come together", async () => {
    const byBsuid = await arrives({ bsuid: "KE.7", name: "Otieno" });
    const byPhone = await arrives({ waId: "254722000111" });
    await platform.services.db.withSystem(async (tx) => {
      await tx.insert(messages).values({
        orgId: org.orgId,
        id: newId("msg"),
        direction: "in",
        type: "text",
        phoneNumberId: "1",
        contactId: byBsuid.contactId,
        state: "read",
      });
      for (const [contactId, unread] of [
        [byBsuid.contactId, 2],
        [byPhone.contactId, 1],
      ] as const)
        await tx.insert(conversations).values({
          orgId: org.orgId,
          id: newId("cnv"),
          phoneNumberId: "1",
          contactId,
          unread,
          lastMessageAt: platform.clock.now(),
        });
      await tx.insert(conversations).values({
        orgId: org.orgId,
        id: newId("cnv"),
        phoneNumberId: "2",
        contactId: byBsuid.contactId,
        unread: 5,
        lastMessageAt: platform.clock.now(),
      });
      await optOut(tx, {
        orgId: org.orgId,
        contactId: byBsuid.contactId,
        source: "whatsapp:STOP",
        at: platform.clock.now(),
      });
    });

    const together = await arrives({ waId: "254722000111", bsuid: "KE.7", name: "Jina Lingine" });

    expect(together).toEqual({ contactId: byPhone.contactId, name: "Otieno", created: false });
    expect(await contactsOf()).toMatchObject([
      {
        id: byPhone.contactId,
        phone: "+254722000111",
        bsuid: "KE.7",
        name: "Otieno",
        optedOutAt: platform.clock.now(),
      },
    ]);
    await platform.services.db.withSystem(async (tx) => {
      const moved = await tx.select().from(messages).where(eq(messages.orgId, org.orgId));
      expect(moved.map((message) => message.contactId)).toEqual([byPhone.contactId]);
      const threads = await tx
        .select()
        .from(conversations)
        .where(eq(conversations.orgId, org.orgId))
        .orderBy(conversations.phoneNumberId);
      expect(threads).toMatchObject([
        { phoneNumberId: "1", contactId: byPhone.contactId, unread: 3 },
        { phoneNumberId: "2", contactId: byPhone.contactId, unread: 5 },
      ]);
    });
  });

  it("with their own number stays separate when their BSUID appears at another number", async () => {
    const old = await arrives({ waId: "254700000001", bsuid: "KE.9" });
    const recent = await arrives({ waId: "254700000002" });
    await arrives({ waId: "254700000002", bsuid: "KE.9" });
    expect(await contactsOf()).toMatchObject([
      { id: old.contactId, phone: "+254700000001", bsuid: null },
      { id: recent.contactId, phone: "+254700000002", bsuid: "KE.9" },
    ]);
  });

  it("who writes to two organisations is a contact of each", async () => {
    const other = await platform.createOrg("Soko Safi");
    const here = await arrives({ waId: "254712345678" });
    const there = await arrives({ waId: "254712345678" }, other);
    expect(there.contactId).not.toBe(here.contactId);
  });

  it("arriving in two processes at once is still one contact", async () => {
    const both = await Promise.all([arrives({ waId: "254733000000" }), arrives({ waId: "254733000000" })]);
    expect(both[0].contactId).toBe(both[1].contactId);
    expect(await contactsOf()).toHaveLength(1);
  });
});

describe("consent", () => {
  it("ends with a stop of promotions, which is not an opt-out; a newer consent stays", async () => {
    const { contactId } = await arrives({ waId: "254712345678" });
    const agreedAt = platform.clock.now();
    const later = new Date(agreedAt.getTime() + 60_000);
    const stop = (at: Date) =>
      platform.services.db.withSystem((tx) =>
        stopMarketing(tx, { orgId: org.orgId, contactId, source: "whatsapp:preferences", at }),
      );
    await platform.services.db.withSystem((tx) =>
      optIn(tx, { orgId: org.orgId, contactId, source: "member", at: agreedAt }),
    );
    expect(await stop(new Date(agreedAt.getTime() - 60_000))).toEqual({ changed: false });
    expect(await contactsOf()).toMatchObject([{ consent: "granted", optedOutAt: null }]);
    expect([await stop(later), await stop(later)]).toEqual([{ changed: true }, { changed: false }]);
    expect(await contactsOf()).toMatchObject([
      { consent: "none", consentSource: "whatsapp:preferences", consentAt: later, optedOutAt: null },
    ]);
    // Written between the two, and late.
    const between = new Date(agreedAt.getTime() + 30_000);
    const late = await platform.services.db.withSystem((tx) =>
      optIn(tx, { orgId: org.orgId, contactId, source: "whatsapp:START", at: between }),
    );
    expect(late).toEqual({ changed: false });
    expect(await contactsOf()).toMatchObject([{ consent: "none" }]);
  });

  it("ends with STOP, keeps the first opt-out's time, and returns with START", async () => {
    const { contactId } = await arrives({ waId: "254712345678" });
    const stoppedAt = platform.clock.now();
    const change = (source: string, at: Date) => ({ orgId: org.orgId, contactId, source, at });
    const later = new Date(stoppedAt.getTime() + 60_000);
    const answers = await platform.services.db.withSystem(async (tx) => [
      await optOut(tx, change("whatsapp:STOP", stoppedAt)),
      await optOut(tx, change("whatsapp:STOP", later)),
    ]);
    expect(answers).toEqual([{ changed: true }, { changed: false }]);
    expect(await contactsOf()).toMatchObject([
      { optedOutAt: stoppedAt, consent: "none", consentSource: "whatsapp:STOP" },
    ]);

    // Written between the two, and late.
    const between = new Date(stoppedAt.getTime() + 30_000);
    const late = await platform.services.db.withSystem((tx) => optIn(tx, change("whatsapp:START", between)));
    expect(late).toEqual({ changed: false });
    expect(await contactsOf()).toMatchObject([{ optedOutAt: stoppedAt, consent: "none" }]);

    await platform.services.db.withSystem((tx) => optIn(tx, change("whatsapp:START", later)));
    expect(await contactsOf()).toMatchObject([
      { optedOutAt: null, consent: "granted", consentSource: "whatsapp:START", consentAt: later },
    ]);
    const log = await actionsOf(platform, org.orgId);
    expect(log.filter((action) => action.startsWith("Contact opted"))).toEqual([
      "Contact opted out",
      "Contact opted in",
    ]);
  });

  it("stays when a late STOP was written before the START", async () => {
    const { contactId } = await arrives({ waId: "254712345678" });
    const startedAt = platform.clock.now();
    const change = (source: string, at: Date) => ({ orgId: org.orgId, contactId, source, at });
    const before = new Date(startedAt.getTime() - 60_000);
    const answers = await platform.services.db.withSystem(async (tx) => [
      await optIn(tx, change("whatsapp:START", startedAt)),
      await optOut(tx, change("whatsapp:STOP", before)),
    ]);
    expect(answers).toEqual([{ changed: true }, { changed: false }]);
    expect(await contactsOf()).toMatchObject([
      { optedOutAt: null, consent: "granted", consentSource: "whatsapp:START", consentAt: startedAt },
    ]);
    const now = await platform.services.db.withSystem((tx) => optOut(tx, change("whatsapp:STOP", startedAt)));
    expect(now).toEqual({ changed: true });
  });

  it("recorded by a member ends with a STOP, also with a late one", async () => {
    const { contactId } = await arrives({ waId: "254712345678" });
    const grantedAt = platform.clock.now();
    const stoppedAt = new Date(grantedAt.getTime() - 60_000);
    const change = (source: string, at: Date) => ({ orgId: org.orgId, contactId, source, at });
    const late = await platform.services.db.withSystem(async (tx) => {
      await optIn(tx, change("member", grantedAt));
      return optOut(tx, change("whatsapp:STOP", stoppedAt));
    });
    expect(late).toEqual({ changed: true });
    expect(await contactsOf()).toMatchObject([{ optedOutAt: stoppedAt, consent: "none" }]);
  });

  it("of another organisation's contact cannot be changed", async () => {
    const other = await platform.createOrg("Soko Safi");
    const { contactId } = await arrives({ waId: "254712345678" });
    const answer = await platform.services.db.withOrg(other.orgId, (tx) =>
      optOut(tx, { orgId: other.orgId, contactId, source: "member", at: platform.clock.now() }),
    );
    expect(answer).toEqual({ changed: false });
    expect(await contactsOf()).toMatchObject([{ optedOutAt: null }]);
  });
});
