import { randomBytes, randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import { contactImports, contacts } from "#app/db/schema/contacts.ts";
import { notifications, sessions } from "#app/db/schema/identity.ts";
import { invitations } from "#app/db/schema/invitations.ts";
import { campaigns, conversations, messages } from "#app/db/schema/messaging.ts";
import { phoneNumbers, templates, whatsappAccounts } from "#app/db/schema/whatsapp.ts";
import { newId } from "#app/shared/ids.ts";
import { sealSecret } from "#app/shared/secretBox.server.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";

/** One real object of every kind that an id in the contract can mean, by the name of the parameter. */
export type World = Record<string, string>;

/** A word that stands in every text of this organisation's objects and nowhere else: who sees it has seen too much. */
export const secretOf = (org: TestOrg) => `siri-${org.orgId.slice(-8)}`;

/** Gives an organisation one object of every kind. A new noun with an id joins here. */
export async function createWorld(platform: TestPlatform, org: TestOrg): Promise<World> {
  const { orgId } = org;
  const secret = secretOf(org);
  const { encryptionKeys } = platform.services.config;
  const now = platform.clock.now();
  const whatsappAccountId = newId("wac");
  const digits = () => String(randomInt(1e12, 1e13));
  const world = {
    whatsappAccountId,
    phoneNumberId: digits(),
    templateId: newId("tpl"),
    contactId: newId("con"),
    importId: newId("imp"),
    campaignId: newId("cmp"),
    conversationId: newId("cnv"),
    messageId: newId("msg"),
    notificationId: newId("ntf"),
    invitationId: newId("ivt"),
  };
  await platform.services.db.withSystem(async (tx) => {
    await tx.insert(whatsappAccounts).values({
      orgId,
      id: whatsappAccountId,
      wabaId: digits(),
      name: secret,
      status: "connected",
      tokenEncrypted: sealSecret(
        encryptionKeys,
        `whatsapp_accounts:${orgId}:${whatsappAccountId}`,
        "a token",
      ),
    });
    await tx.insert(phoneNumbers).values({
      orgId,
      id: newId("pno"),
      whatsappAccountId,
      phoneNumberId: world.phoneNumberId,
      displayPhoneNumber: "+254 700 111 222",
      verifiedName: secret,
      status: "CONNECTED",
    });
    await tx.insert(templates).values({
      orgId,
      id: world.templateId,
      whatsappAccountId,
      name: secret.replace("-", "_"),
      language: "en",
      category: "UTILITY",
      status: "APPROVED",
      components: [{ type: "BODY", text: `Your order is ready: ${secret}` }],
    });
    await tx.insert(contacts).values({
      orgId,
      id: world.contactId,
      phone: "+254712345678",
      waId: "254712345678",
      name: secret,
      tags: [secret],
      consent: "granted",
    });
    await tx.insert(contactImports).values({
      orgId,
      id: world.importId,
      fileName: `${secret}.csv`,
      status: "completed",
    });
    await tx.insert(campaigns).values({
      orgId,
      id: world.campaignId,
      name: secret,
      templateId: world.templateId,
      phoneNumberId: world.phoneNumberId,
      audience: { kind: "all" },
    });
    await tx.insert(conversations).values({
      orgId,
      id: world.conversationId,
      phoneNumberId: world.phoneNumberId,
      contactId: world.contactId,
      lastMessageAt: now,
      lastMessage: secret,
      unread: 1,
      windowEndsAt: new Date(now.getTime() + 3_600_000),
    });
    await tx.insert(messages).values({
      orgId,
      id: world.messageId,
      direction: "in",
      type: "text",
      state: "read",
      phoneNumberId: world.phoneNumberId,
      contactId: world.contactId,
      recipient: "+254712345678",
      body: secret,
      wamid: `wamid.${randomBytes(8).toString("hex")}`,
    });
    await tx.insert(notifications).values({
      orgId,
      id: world.notificationId,
      userId: org.userId,
      title: secret,
      body: secret,
    });
    await tx.insert(invitations).values({
      orgId,
      id: world.invitationId,
      email: `${secret}@duka.test`,
      role: "agent",
      tokenHash: randomBytes(32),
      invitedBy: org.userId,
      expiresAt: new Date(now.getTime() + 86_400_000),
    });
  });
  const [session] = await platform.services.db.withSystem((tx) =>
    tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, org.userId)),
  );
  return { ...world, sessionId: session!.id, userId: org.userId, memberId: org.userId, orgId };
}

/** Everything that the database holds of an organisation, as one hash a table. */
export async function imprintOf(
  platform: TestPlatform,
  org: TestOrg,
): Promise<Record<string, string | null>> {
  const { owner } = platform.services.db;
  const client = await owner.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('role', 'tarishi_system', true)");
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
    );
    const imprint: Record<string, string | null> = {};
    for (const { name } of rows) {
      // When a session was last seen changes by being looked at.
      const row = name === "sessions" ? "(t.id, t.revoked_at)" : "t";
      const hashed = await client.query<{ hash: string | null }>(
        `select md5(string_agg(${row}::text, ',' order by ${row}::text)) as hash from "${name}" t where org_id = $1`,
        [org.orgId],
      );
      imprint[name] = hashed.rows[0]?.hash ?? null;
    }
    return imprint;
  } finally {
    await client.query("rollback");
    client.release();
  }
}
