import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { inboxSettings } from "#app/db/schema/messaging/inbox.ts";
import { sendReadReceipt } from "#app/domain/messaging/conversations/sendReadReceipt.server.ts";
import { startGraphSimulator } from "#simulators/meta/server.ts";
import { connectNumber, control, type SimulatedAccount } from "#tests/support/campaign.ts";
import { createTestPlatform } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { receive } from "#tests/support/unusualWebhooks.ts";

const simulator = setUp(
  () => startGraphSimulator({ port: 0 }),
  ({ close }) => close(),
);
const platform = setUp(
  () => createTestPlatform({ graphUrl: simulator.url }),
  ({ close }) => close(),
);

/** A customer wrote to a number of the simulator; `statusThere` is the status on their phone. */
async function customerWrote() {
  const org = await platform.createOrg();
  const account = await control<SimulatedAccount>(simulator.url, "/accounts", {
    displayPhoneNumber: "+254700111222",
    verifiedName: "Duka Letu",
  });
  const { phoneNumberId } = await connectNumber(platform.services, org.orgId, account);
  const from = "254712345678";
  const { wamid } = await control<{ wamid: string }>(simulator.url, "/inbound", {
    phoneNumberId,
    from,
    text: "Habari",
  });
  const timestamp = String(Math.floor(platform.clock.now().getTime() / 1000));
  const messages = [{ from, id: wamid, timestamp, type: "text", text: { body: "Habari" } }];
  const value = { messaging_product: "whatsapp", metadata: { phone_number_id: phoneNumberId }, messages };
  await receive(
    platform,
    JSON.stringify({ entry: [{ id: account.wabaId, changes: [{ field: "messages", value }] }] }),
  );
  const [conversation] = await platform.services.db.withSystem((tx) =>
    tx.select().from(conversations).where(eq(conversations.orgId, org.orgId)),
  );
  const conversationId = conversation!.id;
  const statusThere = async () => {
    const phone = await control<{
      conversations: { phoneNumberId: string; messages: { status: string }[] }[];
    }>(simulator.url, `/handset?phone=${from}`, undefined, "GET");
    const own = phone.conversations.find((one) => one.phoneNumberId === phoneNumberId);
    return own?.messages.at(-1)?.status;
  };
  const open = () => platform.call("POST /conversations/:conversationId/read", { conversationId }, org);
  return { org, conversationId, statusThere, open };
}

describe("a customer's message", () => {
  it("is marked as read at WhatsApp by a job when a member opens the conversation, once", async () => {
    const { statusThere, open } = await customerWrote();
    platform.waiting.length = 0;
    await open();
    await open();
    const jobs = platform.waiting.filter(({ job }) => job.name === "send-read-receipt");
    expect(jobs).toHaveLength(1);
    expect(await statusThere()).toBe("received");
    await platform.runJobs();
    expect(await statusThere()).toBe("read");
  });

  it("stays unread at WhatsApp when the organisation has read receipts off, also while a member types", async () => {
    const { org, conversationId, statusThere, open } = await customerWrote();
    await platform.services.db.withSystem((tx) =>
      tx.insert(inboxSettings).values({ orgId: org.orgId, readReceipts: false }),
    );
    await open();
    await platform.runJobs();
    await platform.call("POST /conversations/:conversationId/typing", { conversationId }, org);
    expect(await statusThere()).toBe("received");
  });

  it("is marked with a typing indicator on a bot's turn", async () => {
    const { org, conversationId, statusThere } = await customerWrote();
    const { shown } = await sendReadReceipt({ ctx: org.ctx, input: { conversationId, typing: true } });
    expect(shown).toBe(true);
    expect(await statusThere()).toBe("read");
  });
});
