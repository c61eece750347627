import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { connectionLog, connections } from "#app/db/schema/integrations/connections.ts";
import { eventTasks, type RuleAction, rules, type TaskStep } from "#app/db/schema/integrations/rules.ts";
import { events } from "#app/db/schema/record/events.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { sealCredentials } from "#app/domain/integrations/connections/find.server.ts";
import { orderPlaced } from "#app/domain/integrations/events.ts";
import { contactOfEvent } from "#app/domain/integrations/rules/find.server.ts";
import { ruleNote } from "#app/domain/integrations/rules/notes.ts";
import { record } from "#app/domain/record/record.server.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { Config } from "#app/platform/config/config.server.ts";
import { integrationsActor } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { loadSms } from "./sms.server.ts";

const hourMs = 3_600_000;

interface Shop {
  orgId: OrgId;
  userId: string;
}

/** HubSpot and Shopify after weeks of use, three rules, and their effects. */
export async function addDemoIntegrations(
  tx: Tx,
  config: Pick<Config, "encryptionKeys" | "integrations">,
  shop: Shop,
  now: Date,
): Promise<void> {
  await loadSms(tx, config, shop.orgId, now);
  const people = await tx
    .select({ id: contacts.id, name: contacts.name, phone: contacts.phone })
    .from(contacts)
    .where(eq(contacts.orgId, shop.orgId))
    .orderBy(contacts.id)
    .limit(8);
  await addConnections(tx, config, shop, people, now);
  await addOrders(tx, shop, people, now);
  await addRules(tx, shop, now);
}

type People = { id: string; name: string; phone: string | null }[];

type DemoConnection = ["hubspot" | "shopify", accountId: string, accountName: string, events: string[]];

const made: DemoConnection[] = [
  [
    "hubspot",
    "44556677",
    "duka-letu.example",
    [
      "contact.created",
      "contact.created_by_whatsapp",
      "contact.changed",
      "message.received",
      "message.reply_sent",
    ],
  ],
  ["shopify", "duka-letu.myshopify.com", "duka-letu.myshopify.com", []],
];

async function addConnections(
  tx: Tx,
  config: Pick<Config, "encryptionKeys" | "integrations">,
  { orgId, userId }: Shop,
  people: People,
  now: Date,
): Promise<void> {
  for (const [provider, accountId, accountName, notices] of made) {
    const one = { orgId, id: newId("icn", now.getTime()) };
    // The simulators know the demo's accounts by these tokens.
    const token = `demo:${provider}:${accountId}`;
    const base = config.integrations.apps[provider]?.url ?? "";
    const apiUrl = provider === "shopify" ? `${base}/${accountId}/admin/api/2025-10` : base;
    const credentials = { accessToken: token, refreshToken: token, apiUrl };
    await tx.insert(connections).values({
      ...one,
      provider,
      status: "connected",
      accountId,
      accountName,
      credentialsEncrypted: sealCredentials(config, one, credentials),
      tokenExpiresAt: provider === "hubspot" ? now : null,
      refreshedAt: now,
      events: notices,
      lastOkAt: new Date(now.getTime() - hourMs),
      createdBy: userId,
      connectedAt: new Date(now.getTime() - 30 * 24 * hourMs),
    });
    await tx.insert(connectionLog).values(logOf(one, provider, people, now));
  }
}

function logOf(one: { orgId: OrgId; id: string }, provider: DemoConnection[0], people: People, now: Date) {
  const isCrm = provider === "hubspot";
  const kinds = isCrm ? ["contact.sent", "contact.received", "message.sent"] : ["order.received"];
  return people.map(({ name }, index) => ({
    orgId: one.orgId,
    id: newId("icl", now.getTime()),
    connectionId: one.id,
    kind: kinds[index % kinds.length]!,
    ok: true,
    detail: isCrm ? name : `#10${index + 10}`,
    createdAt: new Date(now.getTime() - (index * 2 + 1) * hourMs),
  }));
}

async function addOrders(tx: Tx, { orgId }: Shop, people: People, now: Date): Promise<void> {
  for (const [index, { id, name, phone }] of people.entries()) {
    const at = new Date(now.getTime() - (index * 2 + 1) * hourMs);
    await record(tx, { orgId, actor: integrationsActor, clock: { now: () => at } }, orderPlaced, {
      subject: id,
      data: {
        contactId: id,
        contact: name,
        phone,
        shop: "duka-letu.myshopify.com",
        total: `${1200 + index * 900}.00`,
        currency: "KES",
        order: `#10${index + 10}`,
      },
    });
  }
}

/** An approved template with one variable, if there is one. */
async function oneVariableTemplate(tx: Tx, orgId: OrgId): Promise<RuleAction[]> {
  const approved = await tx
    .select({ id: templates.id, components: templates.components })
    .from(templates)
    .where(
      and(eq(templates.orgId, orgId), eq(templates.status, "APPROVED"), eq(templates.category, "UTILITY")),
    )
    .orderBy(templates.id);
  const found = approved.find(({ components }) => variablesOf(components).length === 1);
  return found ? [{ kind: "template", templateId: found.id, values: ["{name}"] }] : [];
}

async function addRules(tx: Tx, { orgId, userId }: Shop, now: Date): Promise<void> {
  const createdAt = new Date(now.getTime() - 20 * 24 * hourMs);
  const thanks = await oneVariableTemplate(tx, orgId);
  const made = [
    {
      name: "Tag who asks for prices",
      event: "message.received",
      conditions: [{ field: "text", operator: "contains" as const, value: "price" }],
      actions: [{ kind: "tag" as const, tag: "asks-price" }],
      isOn: true,
    },
    {
      name: "Large orders go to the owner",
      event: "order.placed",
      conditions: [{ field: "total", operator: "at_least" as const, value: "3000" }],
      actions: [
        { kind: "tag" as const, tag: "large-order" },
        { kind: "assign" as const, memberId: userId },
      ],
      isOn: true,
    },
    {
      name: "Remind of a cart",
      event: "cart.abandoned",
      conditions: [],
      actions: [...thanks, { kind: "tag" as const, tag: "cart" }],
      isOn: false,
    },
  ];
  for (const rule of made) {
    const id = newId("rul", createdAt.getTime());
    await tx.insert(rules).values({ orgId, id, ...rule, createdAt });
    if (rule.isOn) await addRuns(tx, { orgId, id, ...rule });
  }
}

/** A rule's runs on past events, as they would have happened. */
async function addRuns(
  tx: Tx,
  rule: { orgId: OrgId; id: string; event: string; actions: RuleAction[] },
): Promise<void> {
  const { orgId, event, actions } = rule;
  const past = await tx
    .select({ id: events.id, at: events.at, data: events.data, subjectId: events.subjectId })
    .from(events)
    .where(and(eq(events.orgId, orgId), eq(events.name, event)))
    .orderBy(desc(events.at), desc(events.id))
    .limit(12);
  const done: TaskStep[] = actions.map((action) =>
    action.kind === "tag"
      ? { kind: "tag", ok: true, note: ruleNote("rule.tag_added", { tag: action.tag }) }
      : { kind: action.kind, ok: true, note: ruleNote("rule.assigned") },
  );
  if (past.length === 0) return;
  await tx.insert(eventTasks).values(
    past.map(({ id, at, data, subjectId }) => {
      const { total = "0", excerpt = "" } = data as { total?: string; excerpt?: string };
      const runs = event === "order.placed" ? Number(total) >= 3000 : /price/i.test(excerpt);
      return {
        orgId,
        id: newId("run", at.getTime()),
        kind: "rule" as const,
        subscriberId: rule.id,
        eventId: id,
        state: runs ? ("done" as const) : ("not_met" as const),
        attempts: 1,
        contactId: contactOfEvent({ data, subjectId }),
        steps: runs ? done : [],
        createdAt: at,
        finishedAt: at,
      };
    }),
  );
}
