import { describe, expect, it } from "vitest";
import { jobActor, type OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { createChats, hours, newKey } from "#tests/support/chats.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { type MessageToQueue, queueMessage } from "./queueMessage.server.ts";

const platform = setUpPlatform();
const chats = createChats(platform);

/** Runs SQL in which `$1` is the organisation. */
const sql = async ({ orgId }: Pick<TestOrg, "orgId">, text: string, ...more: unknown[]) =>
  (await platform.services.db.owner.query(text, [orgId, ...more])).rows;

/** A shop whose customer wrote a minute ago, and waits. */
async function shop() {
  const chat = await chats.shopWithCustomer();
  await sql(
    chat.org,
    "update conversations set state = 'waiting', waiting_since = last_message_at, awaits_first_reply = true where org_id = $1",
  );
  return chat;
}

const queue = (ctx: OrgContext, conversationId: string, message: Partial<MessageToQueue> = {}) =>
  ctx.db.withOrg(ctx.orgId, (tx) =>
    queueMessage(tx, ctx, conversationId, {
      key: newKey(),
      body: "Karibu",
      content: { type: "text" },
      ...message,
    }),
  );

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "queued",
    (error: unknown) => (error instanceof DomainError ? error.code : error),
  );

const conversationOf = async (org: TestOrg) =>
  (await sql(org, "select * from conversations where org_id = $1"))[0];
const eventsOf = async (org: TestOrg) =>
  (await sql(org, "select name from events where org_id = $1 order by id")).map(({ name }) => name as string);

const interactive = { type: "button", body: { text: "Which one?" } };
const location = { latitude: -1.28, longitude: 36.82 };

describe("a free-form message", () => {
  interface Kind {
    message: Pick<MessageToQueue, "content"> & Partial<MessageToQueue>;
    payload: object | null;
    event: string;
    /** Whether the customer still waits. */
    waits: boolean;
    /** Whether it is sent later, when something else is done. */
    isHeld?: boolean;
  }

  it.each<[string, Kind]>([
    [
      "a text",
      { message: { content: { type: "text" } }, payload: null, event: "message.reply_sent", waits: false },
    ],
    [
      "a text with a link preview",
      {
        message: { content: { type: "text", payload: { preview_url: true } as object } },
        payload: { preview_url: true },
        event: "message.reply_sent",
        waits: false,
      },
    ],
    [
      "a bot's list",
      {
        message: { content: { type: "interactive", interactive } },
        payload: interactive,
        event: "message.reply_sent",
        waits: false,
      },
    ],
    [
      "a place",
      {
        message: { content: { type: "location", payload: { location } } },
        payload: { location },
        event: "message.reply_sent",
        waits: false,
      },
    ],
    [
      "a file that is uploaded first",
      {
        message: { content: { type: "image", payload: { image: {} } }, waits: true },
        payload: { image: {} },
        event: "message.reply_sent",
        waits: false,
        isHeld: true,
      },
    ],
    [
      "a reaction",
      {
        message: { content: { type: "reaction", payload: { reaction: { message_id: "w", emoji: "👍" } } } },
        payload: { reaction: { message_id: "w", emoji: "👍" } },
        event: "message.reaction_sent",
        waits: true,
      },
    ],
    [
      "an away message",
      {
        message: { content: { type: "text" }, automatic: "away" as const },
        payload: null,
        event: "message.away_sent",
        waits: true,
      },
    ],
  ])("is stored, recorded and free: %s", async (_, { message, payload, event, waits, isHeld }) => {
    const { org, conversationId, contactId, phoneNumberId } = await shop();
    const { messageId, isNew } = await queue(org.ctx, conversationId, message);
    expect(isNew).toBe(true);
    const now = platform.clock.now();
    expect(await chats.outgoing(org)).toMatchObject([
      {
        ...{ id: messageId, type: message.content.type, state: "queued", body: "Karibu", payload },
        ...{ contactId, phoneNumberId, recipient: "+254712345678", authorUserId: org.userId },
        ...{ templateId: null, variables: null, dueAt: isHeld ? null : now, createdAt: now },
      },
    ]);
    expect(await conversationOf(org)).toMatchObject({
      ...{ last_message: "Karibu", last_message_id: messageId, last_message_at: now },
      ...{ state: waits ? "waiting" : "open", awaits_first_reply: waits },
    });
    expect(await sql(org, "select message_id from answered_waits where org_id = $1")).toEqual(
      waits ? [] : [{ message_id: messageId }],
    );
    expect(await eventsOf(org)).toEqual([event]);
    expect(await sql(org, "select id from holds where org_id = $1")).toEqual([]);
  });

  it.each<[string, string, string]>([
    [
      "after the window",
      "update conversations set window_ends_at = $2 where org_id = $1",
      "conversation.window_closed",
    ],
    [
      "to a customer who never wrote",
      "update conversations set window_ends_at = case when $2::timestamptz is null then now() end where org_id = $1",
      "conversation.window_closed",
    ],
    [
      "from a disconnected number",
      "update whatsapp_accounts set status = case when $2::timestamptz is null then status else 'disconnected' end where org_id = $1",
      "conversation.number_disconnected",
    ],
    [
      "to a contact without number and user id",
      "update contacts set phone = case when $2::timestamptz is null then phone end where org_id = $1",
      "conversation.no_phone",
    ],
    [
      "by a suspended organisation",
      "insert into suspensions (org_id, id, level, reason, started_by, started_at) values ($1, 'sus_1', 'sends', 'Spam', 'usr_1', $2)",
      "organisation.suspended",
    ],
  ])("is refused %s, and leaves nothing behind", async (_, change, code) => {
    const { org, conversationId } = await shop();
    await sql(org, change, platform.clock.now());
    const before = await conversationOf(org);
    expect(await codeOf(queue(org.ctx, conversationId))).toBe(code);
    expect(await chats.outgoing(org)).toEqual([]);
    expect(await conversationOf(org)).toEqual(before);
    expect(await eventsOf(org)).toEqual([]);
  });

  it.each<[string, string]>([
    ["to a customer who opted out and wrote again", "opted_out_at = now()"],
    ["to a customer without consent to marketing", "consent = 'none'"],
    ["to a customer known by user id alone", "phone = null, bsuid = 'KE.1234567890'"],
  ])("is queued %s", async (_, change) => {
    const { org, conversationId } = await shop();
    await sql(org, `update contacts set ${change} where org_id = $1`);
    expect(await codeOf(queue(org.ctx, conversationId))).toBe("queued");
  });

  it("does not reach another organisation's conversation", async () => {
    const [ours, theirs] = [await shop(), await shop()];
    expect(await codeOf(queue(ours.org.ctx, theirs.conversationId))).toBe("conversation.not_found");
    expect(await chats.outgoing(theirs.org)).toEqual([]);
  });

  it("wakes the sender of its number when it is committed", async () => {
    const { org, conversationId, phoneNumberId } = await shop();
    const heard: (string | undefined)[] = [];
    const leave = platform.services.db.listen("tarishi_sender", (payload) => void heard.push(payload));
    const queuedAndHeard = async () => {
      await queue(org.ctx, conversationId);
      return heard;
    };
    // The first ones may arrive before this process listens.
    await expect.poll(queuedAndHeard).toContain(`new ${phoneNumberId}`);
    leave();
  });
});

describe("the key of a message", () => {
  it("returns the first message when it is repeated, also after the window and at the same moment", async () => {
    const { org, conversationId } = await shop();
    const once = { key: newKey() };
    const both = await Promise.all([
      queue(org.ctx, conversationId, once),
      queue(org.ctx, conversationId, once),
    ]);
    expect(new Set(both.map(({ messageId }) => messageId)).size).toBe(1);
    expect(both.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    platform.clock.advance(hours(25));
    expect(await queue(org.ctx, conversationId, once)).toEqual({
      messageId: both[0]!.messageId,
      isNew: false,
    });
    expect(await chats.outgoing(org)).toHaveLength(1);
    expect(await eventsOf(org)).toEqual(["message.reply_sent"]);
  });

  it("belongs to its organisation", async () => {
    const [one, other] = [await shop(), await shop()];
    const once = { key: newKey() };
    const first = await queue(one.org.ctx, one.conversationId, once);
    const second = await queue(other.org.ctx, other.conversationId, once);
    expect(second.isNew).toBe(true);
    expect(second.messageId).not.toBe(first.messageId);
  });

  it("is not used up by a refused message", async () => {
    const { org, conversationId } = await shop();
    const once = { key: newKey() };
    await sql(org, "update whatsapp_accounts set status = 'disconnected' where org_id = $1");
    expect(await codeOf(queue(org.ctx, conversationId, once))).toBe("conversation.number_disconnected");
    await sql(org, "update whatsapp_accounts set status = 'connected' where org_id = $1");
    expect(await queue(org.ctx, conversationId, once)).toMatchObject({ isNew: true });
  });
});

describe("a message that quotes another", () => {
  const quoted = async (org: TestOrg, change: object = {}) => {
    const id = newId("msg");
    const [own] = await sql(org, "select contact_id, phone_number_id from conversations where org_id = $1");
    const row = { wamid: `wamid.${id}`, phone_number_id: own!.phone_number_id, ...change };
    await sql(
      org,
      `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, wamid)
       values ($1, $2, 'in', 'text', 'delivered', $3, $4, $5)`,
      ...[id, row.phone_number_id, own!.contact_id, row.wamid],
    );
    return id;
  };

  it("carries WhatsApp's id of it", async () => {
    const { org, conversationId } = await shop();
    const quotedId = await quoted(org);
    await queue(org.ctx, conversationId, { quotedId });
    const place = { type: "location", payload: { location } } as const;
    await queue(org.ctx, conversationId, { quotedId, content: place });
    const context = { id: `wamid.${quotedId}` };
    expect((await chats.outgoing(org)).map(({ payload }) => payload)).toEqual(
      expect.arrayContaining([{ context }, { location, context }]),
    );
  });

  it.each([
    ["of another number", { phone_number_id: "1" }, "message.not_found"],
    ["that WhatsApp does not have yet", { wamid: null }, "message.not_with_whatsapp"],
  ])("is refused for one %s", async (_, change, code) => {
    const { org, conversationId } = await shop();
    const quotedId = await quoted(org, change);
    expect(await codeOf(queue(org.ctx, conversationId, { quotedId }))).toBe(code);
    expect(await chats.outgoing(org)).toEqual([]);
  });
});

describe("the author of a message", () => {
  it("is the member, and an unassigned conversation becomes theirs", async () => {
    const { org, conversationId } = await shop();
    await queue(org.ctx, conversationId);
    expect(await conversationOf(org)).toMatchObject({ assigned_to: org.userId });
    expect(await chats.outgoing(org)).toMatchObject([{ authorUserId: org.userId }]);
  });

  it("is empty for a bot or flow, which leaves the conversation unassigned", async () => {
    const { org, conversationId } = await shop();
    await queue({ ...org.ctx, actor: jobActor("run-flow") }, conversationId);
    expect(await conversationOf(org)).toMatchObject({ assigned_to: null, state: "open" });
    expect(await chats.outgoing(org)).toMatchObject([{ authorUserId: null }]);
  });
});
