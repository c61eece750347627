import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { events } from "#app/db/schema/record/events.ts";
import { books, dues } from "#app/db/schema/sales/books.ts";
import { paymentRequests, tillPayments } from "#app/db/schema/sales/payments.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { accountNumberOf } from "#app/domain/sales/accounts/issue.server.ts";
import { newId } from "#app/platform/ids.ts";
import { createOrderShops } from "./orders.ts";
import type { PaymentPlatform } from "./payments.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";

const dayMs = 86_400_000;

/** A response of any call: its test knows the fields. */
// biome-ignore lint/suspicious/noExplicitAny: each call has its own.
type Answer = Record<string, any>;

/** A book of fees at the organisation's till. */
export async function addBook({ services }: Pick<TestPlatform, "services">, { orgId }: TestOrg) {
  const id = newId("bok");
  await services.db.withOrg(orgId, async (tx) => {
    const [till] = await tx.select({ id: tills.id }).from(tills).where(eq(tills.orgId, orgId)).limit(1);
    await tx.insert(books).values({ orgId, id, name: "Fees", kind: "school", tillId: till!.id });
  });
  return id;
}

/** Schools with a book of fees, each with a parent of one pupil. */
export function createSchools(platform: PaymentPlatform) {
  const shops = createOrderShops(platform);
  const inDays = (count: number) =>
    new Date(platform.clock.now().getTime() + count * dayMs).toISOString().slice(0, 10);

  async function newSchool(penalty: Record<string, unknown> = {}) {
    const shop = await shops.newShop();
    const { org, orgId, contactId, tillId } = shop;
    const { withOrg } = platform.services.db;
    const call = async (key: string, input: Record<string, unknown>) => {
      const response = await platform.request(key, input, org);
      const text = await response.text();
      return { status: response.status, body: (text ? JSON.parse(text) : {}) as Answer };
    };
    const { body } = await call("POST /books", { name: "Fees", kind: "school", tillId, ...penalty });
    const bookId = body.bookId as string;
    const memberOf = async (label: string, more: Record<string, unknown> = {}) =>
      (await call("POST /books/:bookId/members", { bookId, contactId, label, ...more })).body
        .bookMemberId as string;
    const memberId = await memberOf("Wanjiku");
    const account = await withOrg(orgId, (tx) => accountNumberOf(tx, org.ctx, { tillId, contactId }));
    return {
      ...{ ...shop, call, bookId, memberId, memberOf, account },
      owe: (label: string, amount: unknown, dueOn = inDays(10), more: Record<string, unknown> = {}) =>
        call("POST /books/:bookId/dues", { bookId, label, amount, dueOn, ...more }),
      pays: (amount: number) => shop.pay(amount, account),
      dues: () =>
        withOrg(orgId, (tx) =>
          tx.select().from(dues).where(eq(dues.orgId, orgId)).orderBy(asc(dues.dueOn), asc(dues.id)),
        ),
      payments: () =>
        withOrg(orgId, (tx) =>
          tx.select().from(tillPayments).where(eq(tillPayments.orgId, orgId)).orderBy(asc(tillPayments.id)),
        ),
      requests: () =>
        withOrg(orgId, (tx) =>
          tx
            .select()
            .from(paymentRequests)
            .where(eq(paymentRequests.orgId, orgId))
            .orderBy(asc(paymentRequests.id)),
        ),
      recorded: async (name: string) =>
        (
          await withOrg(orgId, (tx) =>
            tx
              .select({ subject: events.subjectId })
              .from(events)
              .where(and(eq(events.orgId, orgId), eq(events.name, name))),
          )
        ).map(({ subject }) => subject),
      /** The customer writes; returns the last answer. */
      async writes(body: string) {
        platform.clock.advance(1000);
        const timestamp = String(Math.floor(platform.clock.now().getTime() / 1000));
        const id = `wamid.${randomUUID()}`;
        await platform.services.db.withSystem((tx) =>
          applyInbound(tx, platform.services, orgId, shop.phoneNumberId, {
            messages: [{ from: shop.phone.slice(1), id, timestamp, type: "text", text: { body } }],
          }),
        );
        await platform.runJobs();
        const sent = await withOrg(orgId, (tx) =>
          tx
            .select({ body: messages.body })
            .from(messages)
            .where(and(eq(messages.orgId, orgId), eq(messages.direction, "out")))
            .orderBy(asc(messages.id)),
        );
        return sent.at(-1)?.body ?? "";
      },
      sheet: async () => (await call("GET /books/:bookId/sheet", { bookId })).body,
      refund: async (paymentId: string, part: "whole" | "rest" = "whole") =>
        call("POST /till-payments/:tillPaymentId/refund", {
          ...{ tillPaymentId: paymentId, way: "by_hand", part, note: "Paid back" },
        }),
    };
  }

  return { newSchool, inDays };
}
