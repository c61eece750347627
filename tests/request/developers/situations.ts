/* A table of every refusal that a call declares of its own, longer than a file of code may be because it is one list. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq, sql } from "drizzle-orm";
import type { DocumentedCall } from "#app/api/v1/openapi.ts";
import { suspensions } from "#app/db/schema/accounts/suspensions.ts";
import { contacts, customFields } from "#app/db/schema/contacts/contacts.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { media } from "#app/db/schema/messaging/media.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { type KeyMode, webhookEndpoints } from "#app/db/schema/record/webhooks.ts";
import { books, dues } from "#app/db/schema/sales/books.ts";
import { paymentPrompts, paymentRequests } from "#app/db/schema/sales/payments.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { newSecret, sealEndpointSecret } from "#app/domain/record/webhooks/secrets.server.ts";
import { newId } from "#app/platform/ids.ts";
import { createChats } from "#tests/support/chats.ts";
import { hugePng, pdf, picture, program } from "#tests/support/mediaFiles.ts";
import type { TestOrg, TestPlatform } from "#tests/support/platform.ts";
import { formOf, newKey } from "#tests/support/publicApi.ts";
import { fillWallet } from "#tests/support/sending.ts";
import { setUp } from "#tests/support/setUp.ts";
import { createWorld, type World } from "#tests/support/world.ts";

const [message, reply, draft] = [
  "POST /v1/messages",
  "POST /v1/conversations/:conversation_id/messages",
  "POST /v1/campaigns",
];
const [start, pause, resume, cancel] = ["start", "pause", "resume", "cancel"].map(
  (step) => `POST /v1/campaigns/:campaign_id/${step}`,
) as [string, string, string, string];
const ask = "POST /v1/payment-requests";
const askDue = "POST /v1/dues/:due_id/request";
const [promptFor, cancelRequest] = ["prompt", "cancel"].map(
  (step) => `${ask}/:payment_request_id/${step}`,
) as [string, string];
const snooze = "POST /v1/conversations/:conversation_id/snooze";
const [upload, content] = ["POST /v1/media", "GET /v1/media/:media_id/content"];

const body = (text: string): TemplateComponent => ({ type: "BODY", text });
const twoWords = body("Hello {{1}}, order {{2}}.");
const templates: Record<string, { components: TemplateComponent[]; [more: string]: unknown }> = {
  plain: { components: [body("Your order is ready.")] },
  two_words: { components: [twoWords] },
  pending: { components: [body("Soon.")], status: "PENDING" },
  offer: { components: [body("Ten per cent off.")], category: "MARKETING" },
  code: { components: [body("Your code.")], category: "AUTHENTICATION" },
  with_picture: { components: [{ type: "HEADER", format: "IMAGE" }, body("Look.")] },
  with_code: {
    components: [
      body("Use it."),
      { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copy", example: "A1" }] },
    ],
  },
  with_offer: { components: [body("Now."), { type: "LIMITED_TIME_OFFER" } as unknown as TemplateComponent] },
};

/** An organisation whose objects are of every kind, with these templates; with money unless it is `poor`. */
async function createShop(platform: TestPlatform, { poor = false } = {}) {
  const org = await platform.createOrg("Refusals");
  const world = await createWorld(platform, org);
  const chats = createChats(platform);
  const ids: Record<string, string> = {};
  for (const [name, values] of Object.entries(templates))
    ids[name] = await chats.addTemplate(org, world.whatsappAccountId!, { name, ...values });
  for (const language of ["en", "sw"])
    await chats.addTemplate(org, world.whatsappAccountId!, {
      ...{ name: "in_two", language, components: [body("Karibu.")] },
    });
  await platform.services.db.withSystem((tx) =>
    tx.update(organisations).set({ billingType: "prepaid" }).where(eq(organisations.id, org.orgId)),
  );
  if (!poor) await fillWallet(platform, org, 1000);
  return { org, world, templates: ids, key: (await newKey(org)).key };
}

/** A file server of the organisation's own. */
async function openFiles() {
  const files: Record<string, Buffer> = {
    "/prices.pdf": program,
    "/photo.jpg": pdf,
    "/empty.pdf": Buffer.alloc(0),
    "/large.jpg": Buffer.concat([await picture(), Buffer.alloc(6_000_000)]),
    "/huge.png": hugePng(60_000, 60_000),
  };
  const server = createServer((request, response) => {
    const file = files[request.url!];
    if (file) response.end(file);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { files, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export const setUpRefusals = (platform: TestPlatform) =>
  setUp(
    async () => {
      const shop = await createShop(platform);
      const { orgId } = shop.org;
      const others = await createShop(platform, { poor: true });
      const suspended = await createShop(platform);
      const bare = await platform.createOrg("Bare");
      const add = <T>(work: Parameters<typeof platform.services.db.withOrg<T>>[1]) =>
        platform.services.db.withOrg(orgId, work);
      const now = platform.clock.now();
      await platform.services.db.withSystem((tx) =>
        tx.insert(suspensions).values({
          ...{ id: newId("sus"), orgId: suspended.org.orgId, level: "campaigns", reason: "Spam" },
          ...{ startedBy: suspended.org.userId, startedAt: now },
        }),
      );

      /** A person, and the conversation with them. */
      const addPerson = async (
        person: Partial<typeof contacts.$inferInsert>,
        phoneNumberId: string,
        values: Partial<typeof conversations.$inferInsert> = {},
      ) => {
        const [contactId, conversationId] = [newId("con"), newId("cnv")];
        await add(async (tx) => {
          await tx.insert(contacts).values({ orgId, id: contactId, ...person });
          await tx.insert(conversations).values({
            ...{ orgId, id: conversationId, phoneNumberId, contactId, lastMessageAt: now },
            ...{ lastMessage: "Habari", windowEndsAt: new Date(now.getTime() - 1000), ...values },
          });
        });
        return conversationId;
      };
      const account = { orgId, id: newId("wac"), wabaId: newId("wac"), status: "disconnected" as const };
      const lostNumber = newId("pno").replace(/\D/g, "");
      await add(async (tx) => {
        await tx.insert(whatsappAccounts).values(account);
        await tx.insert(phoneNumbers).values({
          ...{ orgId, id: newId("pno"), whatsappAccountId: account.id, phoneNumberId: lostNumber },
          ...{ displayPhoneNumber: "+254 700 333 444", status: "CONNECTED" },
        });
        await tx.insert(customFields).values({ orgId, id: newId("fld"), name: "age", type: "number" });
      });
      const lostTemplate = await createChats(platform).addTemplate(shop.org, account.id, {
        ...{ name: "lost", components: [body("Lost.")] },
      });
      const number = shop.world.phoneNumberId!;
      const files = await openFiles();
      return {
        ...{ platform, shop, others, suspended, lostNumber, lostTemplate, files },
        bare: { org: bare, key: (await newKey(bare)).key },
        people: {
          silent: await addPerson({ phone: "+254712888001" }, number),
          nameless: await addPerson({ username: "asha" }, number),
          lost: await addPerson({ phone: "+254712888002" }, lostNumber),
          stopped: await addPerson({ phone: "+254712888003", optedOutAt: now }, number),
          gone: await addPerson({ phone: "+254712888004" }, number, { state: "closed" }),
          known: await addPerson({ bsuid: "KE.1234567890" }, number),
        },
      };
    },
    ({ files }) => files.server.close(),
  );

export type Stage = ReturnType<typeof setUpRefusals>;
type Shop = Stage["shop"];

interface Given {
  org: TestOrg;
  apiKey: string;
  input?: Record<string, unknown>;
  body?: string | FormData;
  headers?: Record<string, string>;
}

export interface Situation {
  code: string;
  of: readonly string[];
  given(stage: Stage, each: DocumentedCall): Given | Promise<Given>;
}

export const at = ({ org, key }: Pick<Shop, "org" | "key">, input: Record<string, unknown>): Given => ({
  ...{ org, apiKey: key, input },
});

/** What is said to the customer who just wrote, by either call. */
const sendsText =
  (given: Record<string, unknown> | ((stage: Stage) => Record<string, unknown>)): Situation["given"] =>
  (stage, each) => {
    const { shop } = stage;
    const fields = typeof given === "function" ? given(stage) : given;
    return at(shop, {
      ...(each.key === reply ? { conversation_id: shop.world.conversationId } : { to: "+254712345678" }),
      ...fields,
    });
  };

const drafts =
  (fields: Record<string, unknown>): Situation["given"] =>
  ({ shop }) =>
    at(shop, { name: "Orders", template: "plain", audience: { type: "all" }, ...fields });

/** A campaign as it stands in the database, and what is asked of it. */
const campaign =
  (
    valuesOf: (stage: Stage, each: DocumentedCall) => Partial<typeof campaigns.$inferInsert>,
    more: Record<string, unknown> = {},
    shopOf: (stage: Stage) => Shop = ({ shop }) => shop,
  ): Situation["given"] =>
  async (stage, each) => {
    const shop = shopOf(stage);
    const campaignId = newId("cmp");
    await stage.platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx.insert(campaigns).values({
        ...{ orgId: shop.org.orgId, id: campaignId, name: "Orders", audience: { kind: "all" } },
        ...{ templateId: shop.templates.plain!, phoneNumberId: shop.world.phoneNumberId! },
        ...(each.key === resume ? { status: "paused" as const } : {}),
        ...valuesOf(stage, each),
      }),
    );
    return at(shop, { campaign_id: campaignId, ...more });
  };

const uploads =
  (name: string): Situation["given"] =>
  ({ shop, files }) => ({
    ...{ org: shop.org, apiKey: shop.key },
    body: formOf({}, new File([new Uint8Array(files.files[name]!)], name.slice(1))),
  });

/** A file that is refused, uploaded or behind a link. */
const badFile = (code: string, name: string): Situation[] => [
  { code, of: [upload], given: uploads(name) },
  { code, of: [message, reply], given: sendsText(({ files }) => ({ media: { link: files.url + name } })) },
];

const addMedia = async (
  { platform, shop }: Stage,
  values: Partial<typeof media.$inferInsert>,
  { org }: Pick<Shop, "org"> = shop,
) => {
  const id = newId("med");
  await platform.services.db.withOrg(org.orgId, (tx) =>
    tx.insert(media).values({ orgId: org.orgId, id, kind: "document", state: "ready", ...values }),
  );
  return id;
};

/** A file of the organisation in a state in which it can't be had. */
const fileIn =
  (valuesOf: (world: World) => Partial<typeof media.$inferInsert>): Situation["given"] =>
  async (stage, each) => {
    const id = await addMedia(stage, valuesOf(stage.shop.world));
    return each.key.startsWith(message) || each.key === reply
      ? sendsText({ media: { id } })(stage, each)
      : at(stage.shop, { media_id: id });
  };

/** A contact, till and request of an organisation as they stand in the database. */
export async function addRequest(
  { platform }: Stage,
  { org, world }: Shop,
  values: Partial<typeof paymentRequests.$inferInsert> = {},
  {
    till = {},
    person,
  }: { till?: Partial<typeof tills.$inferInsert>; person?: Partial<typeof contacts.$inferInsert> } = {},
) {
  const { orgId } = org;
  const [id, tillId] = [newId("pmr"), newId("til")];
  const contactId = person ? newId("con") : world.contactId!;
  await platform.services.db.withOrg(orgId, async (tx) => {
    if (person) await tx.insert(contacts).values({ orgId, id: contactId, ...person });
    await tx.insert(tills).values({
      orgId,
      id: tillId,
      name: "Fees",
      kind: "paybill",
      number: id,
      keysEncrypted: "sealed",
      ...till,
    });
    await tx.insert(paymentRequests).values({
      ...{ orgId, id, tillId, contactId, accountNumber: "4821937H", amountCents: 150_000, reason: "Fees" },
      ...{ source: "api", key: id, expiresAt: new Date("2099-01-01T00:00:00Z"), ...values },
    });
  });
  return { payment_request_id: id, till_id: tillId, contact_id: contactId };
}

/** A due of them. */
async function addDue(
  { platform, shop: { org, world } }: Stage,
  { contact_id, till_id }: { contact_id: string | null; till_id: string },
  amountCents = 150_000,
): Promise<string> {
  const { orgId } = org;
  const id = newId("due");
  await platform.services.db.withOrg(orgId, (tx) =>
    tx.insert(dues).values({
      ...{ orgId, id, bookId: world.bookId!, memberId: world.bookMemberId!, contactId: contact_id },
      ...{ tillId: till_id, label: id, amountCents, dueOn: "2099-01-01" },
    }),
  );
  return id;
}

/** What asking, prompting or cancelling meets there; `input` is asked for. */
const asksFor =
  (
    values: Partial<typeof paymentRequests.$inferInsert>,
    more: Parameters<typeof addRequest>[3] = {},
    input: Record<string, unknown> = {},
  ): Situation["given"] =>
  async (stage, { key }) => {
    const { payment_request_id, ...ids } = await addRequest(stage, stage.shop, values, more);
    if (key === askDue) return at(stage.shop, { due_id: await addDue(stage, ids, values.amountCents) });
    const wanted = { ...ids, amount_cents: 150_000, reason: "Fees", ...input };
    return at(stage.shop, key === ask ? wanted : { payment_request_id });
  };

async function fillEndpoints({ platform, shop: { org } }: Stage, count: number, keyId?: string) {
  const { orgId } = org;
  await platform.services.db.withOrg(orgId, (tx) =>
    tx.insert(webhookEndpoints).values(
      Array.from({ length: count }, () => {
        const id = newId("whk");
        return {
          ...{ orgId, id, url: "https://hooks.example.com/many", events: ["message.read" as const] },
          ...{ mode: "test" as KeyMode, secretCreatedAt: new Date(), ...(keyId && { keyId }) },
          secretEncrypted: sealEndpointSecret(org.ctx.config, { orgId, id }, newSecret()),
        };
      }),
    ),
  );
}

const inTestMode = async ({ shop }: Stage, input: Record<string, unknown>, keyId?: string) => {
  const made = await newKey(shop.org, { mode: "test", name: `Many ${keyId ?? "endpoints"}` });
  return { ...at(shop, input), apiKey: made.key, keyId: made.keyId };
};

const endpointUrl = { url: "ftp://hooks.example.com/", event: "message.read" };

export const situations: Situation[] = [
  { code: "message.no_content", of: [message, reply], given: sendsText({}) },
  { code: "contact.no_identity", of: [message], given: ({ shop }) => at(shop, { template: "plain" }) },
  { code: "contact.no_identity", of: ["PUT /v1/contacts"], given: ({ shop }) => at(shop, { name: "Asha" }) },
  { code: "contact.bad_phone", of: [message], given: sendsText({ to: "12", template: "plain" }) },
  { code: "contact.bad_phone", of: ["PUT /v1/contacts"], given: ({ shop }) => at(shop, { phone: "12" }) },
  { code: "contact.opted_out", of: [message], given: sendsText({ to: "+254712888003", template: "plain" }) },
  {
    code: "contact.opted_out",
    of: ["PUT /v1/contacts"],
    given: ({ shop }) =>
      at(shop, { phone: "+254712888003", consent: { status: "granted", source: "Checkout" } }),
  },
  { code: "contact.no_consent", of: [message], given: sendsText({ to: "+254712888001", template: "offer" }) },
  {
    code: "contact.bad_field",
    of: ["PUT /v1/contacts"],
    given: ({ shop }) => at(shop, { phone: "+254712888001", fields: { age: "old" } }),
  },
  {
    code: "contact.phone_taken",
    of: ["PUT /v1/contacts"],
    given: ({ shop }) => at(shop, { phone: "+254712888001", bsuid: "KE.1234567890" }),
  },
  { code: "template.not_found", of: [message], given: sendsText({ template: "nowhere" }) },
  { code: "template.not_found", of: [draft], given: drafts({ template: "nowhere" }) },
  { code: "template.language_needed", of: [message], given: sendsText({ template: "in_two" }) },
  { code: "template.language_needed", of: [draft], given: drafts({ template: "in_two" }) },
  { code: "template.not_sendable", of: [message], given: sendsText({ template: "pending" }) },
  {
    code: "template.variables_missing",
    of: [message],
    given: sendsText({ template: "two_words", parameters: ["Asha"] }),
  },
  {
    code: "template.too_many_parameters",
    of: [message],
    given: sendsText({ template: "two_words", parameters: ["Asha", "A-17", "late"] }),
  },
  {
    code: "template.file_missing",
    of: [message],
    given: sendsText(({ others }) => ({
      template: "with_picture",
      header: { media_id: others.world.mediaId },
    })),
  },
  {
    code: "template.file_missing",
    of: [draft],
    given: drafts({ template: "with_picture", variables: { "header:media": { text: "med_1" } } }),
  },
  {
    code: "template.value_refused",
    of: [message],
    given: sendsText({ template: "with_code", buttons: [{ index: 0, value: "no code" }] }),
  },
  {
    code: "conversation.window_closed",
    of: [message],
    given: sendsText({ to: "+254712888001", text: "Habari" }),
  },
  {
    code: "conversation.bad_snooze",
    of: [snooze],
    given: ({ shop }) =>
      at(shop, { conversation_id: shop.world.conversationId, until: "2020-01-01T00:00:00Z" }),
  },
  {
    code: "conversation.bad_move",
    of: [snooze],
    given: ({ platform, shop, people }) =>
      at(shop, {
        conversation_id: people.gone,
        until: new Date(platform.clock.now().getTime() + 3_600_000).toISOString(),
      }),
  },
  {
    code: "conversation.window_closed",
    of: [reply],
    given: ({ shop, people }) => at(shop, { conversation_id: people.silent, text: "Habari" }),
  },
  {
    code: "conversation.no_phone",
    of: [message],
    given: ({ shop }) => at(shop, { recipient: "KE.1234567890", template: "code" }),
  },
  {
    code: "conversation.no_phone",
    of: [reply],
    given: ({ shop, people }) => at(shop, { conversation_id: people.nameless, text: "Habari" }),
  },
  {
    code: "conversation.number_disconnected",
    of: [reply],
    given: ({ shop, people }) => at(shop, { conversation_id: people.lost, text: "Habari" }),
  },
  {
    code: "whatsapp_number.none_connected",
    of: [message],
    given: ({ bare }) => at(bare, { to: "+254712345678", template: "plain" }),
  },
  {
    code: "whatsapp_number.none_connected",
    of: [draft],
    given: ({ bare }) => at(bare, { name: "Orders", template: "plain", audience: { type: "all" } }),
  },
  {
    code: "wallet.too_little",
    of: [message],
    given: ({ others }) => at(others, { to: "+254712345678", template: "plain" }),
  },
  {
    code: "wallet.too_little",
    of: [start],
    given: campaign(
      () => ({}),
      {},
      ({ others }) => others,
    ),
  },
  {
    code: "file.not_found",
    of: [message, reply],
    given: async (stage, each) => {
      const id = await addMedia(stage, {}, stage.others);
      return sendsText({ media: { id } })(stage, each);
    },
  },
  { code: "media.one_source", of: [message, reply], given: sendsText({ media: {} }) },
  {
    code: "media.bad_link",
    of: [message, reply],
    given: sendsText({ media: { link: "https://10.0.0.7/receipt.pdf" } }),
  },
  {
    code: "media.link_failed",
    of: [message, reply],
    given: sendsText(({ files }) => ({ media: { link: `${files.url}/nothing` } })),
  },
  ...badFile("media.not_allowed", "/prices.pdf"),
  ...badFile("media.lies", "/photo.jpg"),
  ...badFile("media.empty", "/empty.pdf"),
  ...badFile("media.too_large", "/large.jpg"),
  ...badFile("media.bad_picture", "/huge.png"),
  {
    code: "media.not_ready",
    of: [message, reply, content],
    given: fileIn(({ messageId }) => ({ state: "waiting", messageId: messageId! })),
  },
  {
    code: "media.not_here",
    of: [message, reply, content],
    given: fileIn(({ messageId }) => ({ state: "failed", problem: "unreachable", messageId: messageId! })),
  },
  {
    code: "media.of_message",
    of: ["DELETE /v1/media/:media_id"],
    given: ({ shop }) => at(shop, { media_id: shop.world.mediaId }),
  },
  {
    code: "media.missing",
    of: [upload],
    given: ({ shop }) => ({ ...at(shop, {}), body: "{}", headers: { "content-type": "application/json" } }),
  },
  {
    code: "media.incomplete",
    of: [upload],
    given: ({ shop }) => ({
      ...at(shop, {}),
      body: '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nBei ya',
      headers: { "content-type": "multipart/form-data; boundary=cut" },
    }),
  },
  {
    code: "media.storage_full",
    of: [upload],
    given: async (stage) => {
      await addMedia(stage, { bytes: 5_000_000_000 }, stage.suspended);
      return at(stage.suspended, {});
    },
  },
  {
    code: "message.not_cancellable",
    of: ["POST /v1/messages/:message_id/cancel"],
    given: ({ shop }) => at(shop, { message_id: shop.world.messageId }),
  },
  {
    code: "campaign.bad_audience",
    of: [draft],
    given: drafts({ audience: { type: "numbers", numbers: [" "] } }),
  },
  {
    code: "campaign.bad_numbers",
    of: [draft],
    given: drafts({ audience: { type: "numbers", numbers: ["12"] } }),
  },
  {
    code: "campaign.scheduled_in_past",
    of: [draft],
    given: drafts({ scheduled_for: "2020-01-01T00:00:00Z" }),
  },
  {
    code: "campaign.variables_missing",
    of: [draft],
    given: drafts({ template: "two_words", variables: { "1": { text: "Asha" } } }),
  },
  {
    code: "campaign.value_refused",
    of: [draft],
    given: drafts({ template: "with_code", variables: { "button:0": { text: "no code" } } }),
  },
  {
    code: "campaign.scheduled_in_past",
    of: [start],
    given: campaign(() => ({ scheduledFor: new Date("2020-01-01T00:00:00Z") })),
  },
  { code: "campaign.no_audience", of: [start], given: campaign(() => ({ audience: { kind: "none" } })) },
  {
    code: "campaign.no_recipients",
    of: [start],
    given: campaign(() => ({ audience: { kind: "tag", tag: "nowhere" } })),
  },
  { code: "campaign.price_changed", of: [start], given: campaign(() => ({}), { max_total_cents: 0 }) },
  {
    code: "campaign.template_not_approved",
    of: [start, resume],
    given: campaign(({ shop }) => ({ templateId: shop.templates.pending! })),
  },
  {
    code: "campaign.template_unsupported",
    of: [start, resume],
    given: campaign(({ shop }) => ({ templateId: shop.templates.with_offer! })),
  },
  {
    code: "campaign.variables_missing",
    of: [start, resume],
    given: campaign(({ shop }) => ({ templateId: shop.templates.two_words! })),
  },
  {
    code: "campaign.number_not_connected",
    of: [start, resume],
    given: campaign(({ lostNumber, lostTemplate }) => ({
      ...{ phoneNumberId: lostNumber, templateId: lostTemplate },
    })),
  },
  {
    code: "organisation.suspended",
    of: [start, resume],
    given: campaign(
      () => ({}),
      {},
      ({ suspended }) => suspended,
    ),
  },
  {
    code: "campaign.wrong_status",
    of: [start, pause, resume, cancel],
    given: campaign(() => ({ status: "completed" })),
  },
  {
    code: "stage.no_outcome",
    of: ["POST /v1/deals/:deal_id/close"],
    given: ({ shop }) => at(shop, { deal_id: shop.world.dealId, outcome: "won" }),
  },
  {
    code: "book.archived",
    of: ["POST /v1/dues"],
    given: async ({ platform, shop }) => {
      const { bookId: book_id, contactId: contact_id } = shop.world;
      await platform.services.db.withOrg(shop.org.orgId, (tx) =>
        tx.update(books).set({ archivedAt: new Date() }).where(eq(books.id, book_id!)),
      );
      return at(shop, { book_id, contact_id, label: "Term 1", amount_cents: 100, due_on: "2027-01-31" });
    },
  },
  {
    code: "due.closed",
    of: ["POST /v1/dues/:due_id/cancel", askDue],
    given: async ({ platform, shop }) => {
      const due_id = shop.world.dueId!;
      await platform.services.db.withOrg(shop.org.orgId, (tx) =>
        tx.update(dues).set({ paidCents: sql`amount_cents` }).where(eq(dues.id, due_id)),
      );
      return at(shop, { due_id });
    },
  },
  {
    code: "due.no_contact",
    of: [askDue],
    given: async (stage) =>
      at(stage.shop, {
        due_id: await addDue(stage, { contact_id: null, till_id: stage.shop.world.tillId! }),
      }),
  },
  {
    code: "till.none",
    of: [ask],
    given: async ({ platform, bare }) => {
      const { orgId } = bare.org;
      const id = newId("con");
      await platform.services.db.withOrg(orgId, (tx) => tx.insert(contacts).values({ orgId, id }));
      return at(bare, { contact_id: id, amount_cents: 150_000, reason: "Fees" });
    },
  },
  {
    code: "till.removed",
    of: [ask, askDue, promptFor],
    given: asksFor({}, { till: { removedAt: new Date("2026-01-01T00:00:00Z"), keysEncrypted: null } }),
  },
  {
    code: "till.no_keys",
    of: [ask, askDue, promptFor],
    given: asksFor({}, { till: { keysEncrypted: null } }),
  },
  {
    code: "payment_request.no_phone",
    of: [ask, askDue, promptFor],
    given: asksFor({}, { person: { username: "asha" } }),
  },
  {
    code: "payment_request.nothing_left",
    of: [ask, askDue, promptFor],
    given: asksFor({ amountCents: 100_000_000 }, {}, { amount_cents: 100_000_000 }),
  },
  {
    code: "payment_request.prompt_open",
    of: [ask, askDue],
    given: async (stage, { key }) => {
      const { payment_request_id: requestId, ...ids } = await addRequest(stage, stage.shop);
      const { orgId } = stage.shop.org;
      await stage.platform.services.db.withOrg(orgId, (tx) =>
        tx.insert(paymentPrompts).values({
          ...{ orgId, id: newId("ppt"), requestId, tillId: ids.till_id },
          ...{ phone: "+254712345678", amountCents: 150_000 },
        }),
      );
      if (key === askDue) return at(stage.shop, { due_id: await addDue(stage, ids) });
      return at(stage.shop, { ...ids, amount_cents: 150_000, reason: "Fees" });
    },
  },
  {
    code: "payment_request.prompt_open",
    of: [promptFor, cancelRequest],
    given: asksFor({ state: "prompted" }),
  },
  { code: "payment_request.ended", of: [promptFor, cancelRequest], given: asksFor({ state: "paid" }) },
  {
    code: "webhook_endpoint.bad_url",
    of: ["POST /v1/webhook-endpoints"],
    given: ({ shop }) => at(shop, { url: endpointUrl.url }),
  },
  {
    code: "webhook_endpoint.bad_url",
    of: ["PATCH /v1/webhook-endpoints/:endpoint_id"],
    given: ({ shop }) => at(shop, { url: endpointUrl.url, endpoint_id: shop.world.endpointId }),
  },
  { code: "webhook_endpoint.bad_url", of: ["POST /v1/hooks"], given: ({ shop }) => at(shop, endpointUrl) },
  {
    code: "webhook_endpoint.too_many",
    of: ["POST /v1/webhook-endpoints"],
    given: async (stage) => {
      await fillEndpoints(stage, 20);
      return inTestMode(stage, { url: "https://hooks.example.com/one-more" });
    },
  },
  {
    code: "webhook_endpoint.too_many",
    of: ["POST /v1/hooks"],
    given: async (stage) => {
      const given = await inTestMode(stage, { ...endpointUrl, url: "https://hooks.example.com/" }, "hooks");
      await fillEndpoints(stage, 100, given.keyId);
      return given;
    },
  },
];

/** Codes that the sweep does not bring about, by where they are tried or why they are not; the lists only get shorter. */
export const elsewhere: Record<string, string[]> = {
  "with a virus scanner: tests/request/messaging/sentMedia.test.ts": [message, reply, upload].flatMap(
    (key) => [`media.infected: ${key}`, `media.scanner_unavailable: ${key}`],
  ),
  "only while the platform has no price for the day": [
    message,
    start,
    "POST /v1/campaigns/:campaign_id/quote",
  ].map((key) => `billing.no_rate_card: ${key}`),
  "only when it happens between the key and the message": [
    `conversation.number_disconnected: ${message}`,
    `organisation.suspended: ${message}`,
    `organisation.suspended: ${reply}`,
  ],
  "it reads no database": ["server.unexpected: GET /v1/hooks/samples"],
};
