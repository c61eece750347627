import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { holds } from "#app/db/schema/money/ledger.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { connectWhatsapp, createPrepaidOrg } from "#tests/support/sending.ts";

const platform = setUpPlatform();

interface Item {
  index: number;
  message: { id: string; to: string } | null;
  error: { code: string } | null;
}

/** An organisation whose systems send in bulk, paid from a wallet. */
async function sendingShop(kes: number) {
  const org = await createPrepaidOrg(platform, kes);
  await connectWhatsapp(platform, org);
  const settings = { name: "Shop", mode: "live" as const, scopes: [everything], expiresAt: null };
  const { key } = await createKey({ ctx: org.ctx, input: settings });
  const sendAll = async (list: object[], once: string) => {
    const answer = await platform.api.fetch(
      new Request("http://localhost:4000/api/v1/messages/bulk", {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "idempotency-key": once,
        },
        body: JSON.stringify({ messages: list }),
      }),
    );
    const body = (await answer.json()) as { queued: number; data: Item[] };
    return { status: answer.status, ...body };
  };
  const stored = () =>
    platform.services.db.withOrg(org.orgId, async (tx) => ({
      sent: await tx
        .select({ id: messages.id, to: messages.recipient })
        .from(messages)
        .where(and(eq(messages.orgId, org.orgId), eq(messages.direction, "out"))),
      held: await tx.select({ subjectId: holds.subjectId }).from(holds).where(eq(holds.orgId, org.orgId)),
    }));
  return { org, sendAll, stored };
}

const tenPeople = () =>
  Array.from({ length: 10 }, (_, n) => ({ to: `+25471230000${n}`, template: "order_ready" }));

describe("messages in bulk", () => {
  it("are sent except the refused one, each with its own result", async () => {
    const { sendAll, stored } = await sendingShop(1000);
    const list = tenPeople().map((message, n) => (n === 2 ? { ...message, template: "no_such" } : message));
    const { status, queued, data } = await sendAll(list, "with-a-mistake");
    expect([status, queued]).toEqual([202, 9]);
    expect(data.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const { index, message, error } of data)
      if (index === 2) expect([message, error?.code]).toEqual([null, "template.not_found"]);
      else expect([message?.to, error]).toEqual([list[index]!.to, null]);
    const { sent, held } = await stored();
    expect(sent.map(({ to }) => to).sort()).toEqual(
      list.flatMap(({ to }, index) => (index === 2 ? [] : [to])),
    );
    expect(held.map(({ subjectId }) => subjectId).sort()).toEqual(sent.map(({ id }) => id).sort());
  });

  it("are sent as long as the wallet lasts, and none is sent unpaid", async () => {
    const { sendAll, stored } = await sendingShop(7);
    const { queued, data } = await sendAll(tenPeople(), "too-many");
    // At two shillings each.
    expect(queued).toBe(3);
    expect(data.filter(({ error }) => error?.code === "wallet.too_little")).toHaveLength(7);
    const { sent, held } = await stored();
    expect(sent.map(({ id }) => id).sort()).toEqual(data.flatMap(({ message }) => message?.id ?? []).sort());
    expect(held).toHaveLength(3);
    expect((await verifyLedger(platform.services)).broken).toBeNull();
  });

  it("are sent once when the call is repeated", async () => {
    const { sendAll, stored } = await sendingShop(1000);
    const first = await sendAll(tenPeople(), "twice");
    const again = await sendAll(tenPeople(), "twice");
    expect(again).toEqual(first);
    expect((await stored()).sent).toHaveLength(10);
  });
});
