import fc from "fast-check";
import { expect, it } from "vitest";
import { clientOf } from "#app/db/client.server.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import type { InboundMessage, MessagesValue } from "#app/domain/whatsapp/webhookEvents/events.ts";
import { createChats, hours } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const chats = createChats(platform);

type Shop = Awaited<ReturnType<typeof chats.shopWithCustomer>>;

const seconds = (minutesAgo = 0) =>
  String(Math.floor(platform.clock.now().getTime() / 1000) - minutesAgo * 60);
const text = (from: string, id: string, body = "Habari"): InboundMessage => ({
  from,
  id: `wamid.${id}`,
  timestamp: seconds(),
  type: "text",
  text: { body },
});
const arrive = ({ org, phoneNumberId }: Shop, ...values: MessagesValue[]) =>
  platform.services.db.withSystem((tx) =>
    applyInbound(tx, platform.services, org.orgId, phoneNumberId, ...values),
  );

/**
 * An organisation's rows, without ids and processing times. The number in an event on consent is left out:
 * within a set it may come from a later message.
 */
async function stored({ org }: Shop) {
  const read = async (query: string) => {
    const { rows } = await platform.services.db.system.query<{ row: unknown }>(query, [org.orgId]);
    return rows.map(({ row }) => row);
  };
  const person = "coalesce(c.phone, '') || ' ' || coalesce(c.bsuid, '')";
  const join = "join contacts c on c.org_id = $1 and c.id =";
  return {
    contacts:
      await read(`select jsonb_build_array(${person}, name, wa_id, consent, consent_source, consent_at, opted_out_at,
      last_seen_at) as row from contacts c where org_id = $1 order by 1`),
    messages:
      await read(`select jsonb_build_array(${person}, m.type, m.body, m.search_text, m.wamid, m.state, m.created_at,
      m.delivered_at, m.payload) as row from messages m ${join} m.contact_id where m.org_id = $1 order by m.wamid`),
    conversations:
      await read(`select jsonb_build_array(${person}, t.last_message, t.last_message_at, t.unread,
      t.window_ends_at, t.state, t.waiting_since, t.awaits_first_reply, l.wamid) as row from conversations t
      ${join} t.contact_id left join messages l on l.org_id = $1 and l.id = t.last_message_id where t.org_id = $1 order by 1`),
    events:
      await read(`select jsonb_build_array(name, at, case when name like 'message.%' then data ->> 'phone' end, data ->> 'contact', data ->> 'excerpt',
      data ->> 'source') as row from events where org_id = $1 and name like any('{message.%,contact.opted%,contact.stopped%}')
      order by 1`),
    notifications: await read(
      "select jsonb_build_array(count(*)) as row from notifications where org_id = $1 and read_at is null",
    ),
    totals: await read(
      "select jsonb_build_array(hour, count) as row from hourly_totals where org_id = $1 order by 1",
    ),
  };
}

it("applies a hundred messages of fifty people, half of them new, with no more statements than one message", async () => {
  const shop = await chats.shopWithCustomer();
  const known = Array.from({ length: 25 }, (_, n) => text(`2547330001${n + 10}`, `known.${n}`));
  await arrive(shop, { messages: known });
  const statements = (messages: InboundMessage[]) =>
    platform.services.db.withSystem(async (tx) => {
      const client = clientOf(tx);
      const query = client.query.bind(client);
      let count = 0;
      client.query = (config) => {
        count += 1;
        return query(config);
      };
      try {
        await applyInbound(tx, platform.services, shop.org.orgId, shop.phoneNumberId, { messages });
      } finally {
        Reflect.deleteProperty(client, "query");
      }
      return { count };
    });
  const many = Array.from({ length: 100 }, (_, n) => text(`2547330001${(n % 50) + 10}`, `many.${n}`));
  const { count } = await statements(many);
  expect(count).toBeLessThan(20);
  const { conversations, messages } = await stored(shop);
  expect(messages).toHaveLength(126);
  // With the shop's existing conversation.
  expect(conversations).toHaveLength(51);
});

it("creates one contact, conversation and notification for a new customer's first messages", async () => {
  const shop = await chats.shopWithCustomer();
  const from = "254722000031";
  const profile = { contacts: [{ wa_id: from, profile: { name: "Njeri" } }] };
  await arrive(
    shop,
    { ...profile, messages: [text(from, "p1", "Habari"), text(from, "p2", "Bei ni gani?")] },
    { ...profile, messages: [text(from, "p2", "Bei ni gani?"), text(from, "p3", "?")] },
  );
  const { conversations } = await platform.call("GET /conversations", {}, shop.org);
  expect(conversations.find(({ phone }) => phone === `+${from}`)).toMatchObject({ name: "Njeri", unread: 3 });
  expect((await platform.call("GET /notifications", {}, shop.org)).notifications).toHaveLength(1);
  const { totals } = await stored(shop);
  expect(totals).toEqual([[expect.any(String), 3]]);
});

it("keeps both messages when a number belongs to the person of a known user id", async () => {
  const shop = await chats.shopWithCustomer();
  const byUserId = {
    ...text("", "u1", "First"),
    from: undefined,
    from_user_id: "KE.77",
  } as unknown as InboundMessage;
  await arrive(shop, { messages: [text("254722000041", "u0", "Zero"), byUserId] });
  await arrive(shop, {
    messages: [
      { ...byUserId, id: "wamid.u2" },
      { ...text("254722000041", "u3"), from_user_id: "KE.77" },
    ],
  });
  const { contacts, messages, conversations } = await stored(shop);
  expect(contacts.filter((row) => (row as string[])[0]!.includes("KE.77"))).toHaveLength(1);
  expect(messages.filter((row) => (row as string[])[0] === "+254722000041 KE.77")).toHaveLength(4);
  expect(conversations.filter((row) => (row as string[])[0] === "+254722000041 KE.77")).toHaveLength(1);
});

it("stores a text whose preview would end within an emoji", async () => {
  const shop = await chats.shopWithCustomer();
  for (const length of [39, 119, 199]) {
    const body = `${"a".repeat(length)}😀 end`;
    await arrive(shop, { messages: [text("254722000051", `cut.${length}`, body)] });
  }
  const { messages } = await stored(shop);
  expect(messages).toHaveLength(4);
});

const someone = fc.constantFrom<Partial<InboundMessage>>(
  { from: "254712345678" },
  { from: "254722000061" },
  { from: "254722000061", from_user_id: "KE.1" },
  { from_user_id: "KE.1" },
  { from_user_id: "KE.2" },
  { from: "254722000062", from_user_id: "KE.2" },
);
const said = fc.constantFrom<Partial<InboundMessage>>(
  ...["Habari", "STOP", "START", "stop promotions"].map((body) => ({ type: "text", text: { body } })),
  { type: "revoke" },
  { type: "image", image: { id: "77", caption: "Picha" } },
  { type: "system", system: { type: "user_changed_number", wa_id: "254722000063", body: "changed" } },
);
const written = fc.tuple(someone, said, fc.nat({ max: 180 })).map(([who, what, minutesAgo]) => ({
  ...who,
  ...what,
  minutesAgo,
}));

it("gives the same result whether messages are applied one by one or as a set", async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(written, { minLength: 2, maxLength: 10 }), async (all) => {
      round += 1;
      // Two merged people wait since the earlier of their messages; one by one these are two waits.
      const merges = all.some(({ from, from_user_id }) => from && from_user_id);
      const ordered = merges ? all.toSorted((a, b) => b.minutesAgo - a.minutesAgo) : all;
      const messages = ordered.map(({ minutesAgo, ...message }, n) => ({
        ...message,
        id: `wamid.${round}.${n}`,
        timestamp: seconds(minutesAgo),
      }));
      const [single, together] = [
        await chats.shopWithCustomer({ wroteMsAgo: hours(1) }),
        await chats.shopWithCustomer({ wroteMsAgo: hours(1) }),
      ];
      for (const message of messages) await arrive(single, { messages: [message] });
      await arrive(together, { messages });
      // A merge of contacts is recorded once in a set.
      const { notifications: _, ...expected } = await stored(single);
      const got = await stored(together);
      if (merges)
        for (const rows of [expected, got]) {
          // Whether the first reply is due is known per conversation, not for two merged ones.
          for (const row of rows.conversations as unknown[][]) row[7] = null;
          // On a merge, a stop of promotions outweighs a start. In a set they are one person from the
          // beginning, so the last message counts.
          for (const row of rows.contacts as unknown[][])
            if (String(row[0]).includes(" KE.")) row.splice(3, 4);
          rows.events = rows.events.filter((row) => !String((row as unknown[])[0]).startsWith("contact."));
        }
      expect(got).toMatchObject(expected);
    }),
    { numRuns: 12 },
  );
});
