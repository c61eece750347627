import { randomInt, randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { paymentQuestions } from "#app/db/schema/sales/matching.ts";
import { customerAccounts, tills } from "#app/db/schema/sales/tills.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { newAccountNumber } from "#app/domain/money/payments/accountNumbers.ts";
import { numbersNear } from "#app/domain/sales/accounts/closest.ts";
import { getPayment } from "#app/domain/sales/payments/queries.server.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import { tillShops } from "#tests/support/tillShops.ts";

const platform = setUpPaymentPlatform();
const { newShop } = tillShops(platform);
const newPhone = () => `2547${randomInt(10_000_000, 89_999_999)}`;

/** A typed text with at least two account numbers one slip away. */
function mistyped(): { typed: string; near: string[] } {
  for (;;) {
    const number = newAccountNumber("organisation");
    const typed = number.slice(0, 2) + number.slice(3);
    const near = numbersNear(typed);
    if (near.length > 2) return { typed, near };
  }
}

/** A shop that asks, with customers who wrote a moment ago and have numbers near to what was typed. */
async function shopWith(customers: number) {
  const shop = await newShop();
  const { orgId } = shop.org;
  const inOrg = platform.services.db.withOrg;
  await inOrg(orgId, (tx) => tx.update(tills).set({ asksCustomers: true }).where(eq(tills.id, shop.tillId)));
  const { typed, near } = mistyped();
  const writes = (phone: string, message: object) =>
    platform.services.db.withSystem((tx) =>
      applyInbound(tx, platform.services, orgId, shop.phoneNumberId, {
        messages: [
          {
            from: phone,
            id: `wamid.${randomUUID()}`,
            timestamp: String(Math.floor(platform.clock.now().getTime() / 1000)),
            ...message,
          } as never,
        ],
      }),
    );
  const people: { phone: string; contactId: string; number: string }[] = [];
  for (const number of near.slice(0, customers)) {
    const phone = newPhone();
    await writes(phone, { type: "text", text: { body: "Habari" } });
    const contactId = await inOrg(orgId, async (tx) => {
      const [contact] = await tx
        .select({ id: contacts.id })
        .from(contacts)
        .where(and(eq(contacts.orgId, orgId), eq(contacts.phone, `+${phone}`)));
      await tx
        .insert(customerAccounts)
        .values({ orgId, tillId: shop.tillId, number, contactId: contact!.id });
      return contact!.id;
    });
    people.push({ phone, contactId, number });
  }
  await platform.runJobs();
  const questions = () =>
    inOrg(orgId, (tx) =>
      tx
        .select()
        .from(paymentQuestions)
        .where(eq(paymentQuestions.orgId, orgId))
        .orderBy(asc(paymentQuestions.id)),
    );
  const textsOf = async (contactId: string) =>
    (
      await inOrg(orgId, (tx) =>
        tx
          .select({ body: messages.body })
          .from(messages)
          .where(
            and(eq(messages.orgId, orgId), eq(messages.contactId, contactId), eq(messages.direction, "out")),
          )
          .orderBy(asc(messages.id)),
      )
    ).map(({ body }) => body ?? "");
  /** A person taps a button of the question of another or of their own. */
  async function taps(by: number, answer: "yes" | "no", ofPerson = by) {
    platform.clock.advance(1000);
    const question = (await questions()).find(({ contactId }) => contactId === people[ofPerson]!.contactId)!;
    const id = `payq:${question.id}:${answer}`;
    await writes(people[by]!.phone, {
      type: "interactive",
      interactive: { type: "button_reply", button_reply: { id, title: answer } },
    });
    await platform.runJobs();
  }
  const payment = async () => (await shop.payments())[0]!;
  return { ...shop, typed, people, questions, textsOf, taps, payment, inOrg };
}

describe("a payment with a mistyped account number", () => {
  it("is asked about in the chats of the customers nearest to it, without a name, and one yes matches it", async () => {
    const shop = await shopWith(2);
    await shop.pay(700, shop.typed);
    expect(await shop.questions()).toHaveLength(2);
    const [text] = await shop.textsOf(shop.people[0]!.contactId);
    expect(text).toContain("700");
    expect(text).toContain(shop.people[0]!.number);
    await shop.taps(0, "no");
    expect(await shop.payment()).toMatchObject({ state: "unmatched" });
    await shop.taps(1, "yes");
    expect(await shop.payment()).toMatchObject({
      state: "matched",
      matchedBy: "answer",
      contactId: shop.people[1]!.contactId,
    });
    expect(await shop.balances()).toMatchObject({ till: -700, collected: 700, suspense: 0 });
    expect((await shop.textsOf(shop.people[1]!.contactId)).at(-1)).toContain("700");
  });

  it("goes to a person after two yes, and to no customer after a no", async () => {
    const both = await shopWith(2);
    await both.pay(100, both.typed);
    await both.taps(0, "yes");
    await both.taps(1, "yes");
    expect(await both.payment()).toMatchObject({ state: "unmatched", contactId: null });
    const { questions } = await getPayment(both.org.ctx, (await both.payment()).id);
    expect(questions.map(({ answer }) => answer)).toEqual(["yes", "yes"]);
    const none = await shopWith(1);
    await none.pay(100, none.typed);
    await none.taps(0, "no");
    expect(await none.payment()).toMatchObject({ state: "unmatched", contactId: null });
  });

  it("is not matched by a tap on another customer's question, and the first answer counts", async () => {
    const shop = await shopWith(2);
    await shop.pay(100, shop.typed);
    await shop.taps(0, "yes", 1);
    expect((await shop.questions()).map(({ answer }) => answer)).toEqual([null, null]);
    await shop.taps(0, "no");
    await shop.taps(0, "yes");
    await shop.taps(1, "no");
    expect(await shop.payment()).toMatchObject({ state: "unmatched" });
  });

  it("waits for the others until the questions end, and then for a person", async () => {
    const shop = await shopWith(2);
    await shop.pay(100, shop.typed);
    await shop.taps(0, "yes");
    expect(await shop.payment()).toMatchObject({ state: "unmatched" });
    platform.clock.advance(25 * 3_600_000);
    await platform.runJobs();
    expect(await shop.payment()).toMatchObject({ state: "unmatched" });
  });

  it("is not asked about outside the service window, nor where it is switched off, nor twice", async () => {
    const closed = await shopWith(1);
    await closed.inOrg(closed.org.orgId, (tx) =>
      tx.update(conversations).set({ windowEndsAt: new Date(platform.clock.now().getTime() - 1000) }),
    );
    await closed.pay(100, closed.typed);
    expect(await closed.textsOf(closed.people[0]!.contactId)).toEqual([]);
    const off = await shopWith(1);
    await off.inOrg(off.org.orgId, (tx) => tx.update(tills).set({ asksCustomers: false }));
    await off.pay(100, off.typed);
    expect(await off.questions()).toEqual([]);
    const twice = await shopWith(1);
    platform.fault("double");
    await twice.pay(100, twice.typed);
    expect(await twice.questions()).toHaveLength(1);
  });

  it("leaves the consent of everyone as it was", async () => {
    const shop = await shopWith(2);
    const consents = () =>
      shop.inOrg(shop.org.orgId, (tx) =>
        tx
          .select({ id: contacts.id, consent: contacts.consent, out: contacts.optedOutAt })
          .from(contacts)
          .orderBy(asc(contacts.id)),
      );
    const before = await consents();
    await shop.pay(100, shop.typed);
    await shop.taps(0, "no");
    await shop.taps(1, "yes");
    expect(await shop.payment()).toMatchObject({ state: "matched" });
    expect(await consents()).toEqual(before);
  });
});
