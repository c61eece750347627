/* The reads of a room stand together, so this is longer than a file of code may be. */
import { and, asc, count, desc, eq, gt, lt, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { webhookEndpoints } from "#app/db/schema/developers.ts";
import { flowSessions, flows, flowVersions } from "#app/db/schema/flows.ts";
import { conversations } from "#app/db/schema/messaging.ts";
import { phoneNumbers, templates } from "#app/db/schema/whatsapp.ts";
import { nameOf } from "#app/domain/messaging/conversations/nameOf.ts";
import { connectedNumbers } from "#app/domain/messaging/conversations/parties.server.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { pageOf, pageSize } from "#app/platform/pageOf.ts";
import { isQuestion } from "./engine/state.ts";
import { type Flow, findFlow, findStep } from "./find.server.ts";
import { titleOf } from "./outline/stepOf.ts";
import { problemsWithin } from "./publish.server.ts";
import { readyMade } from "./readyMade.ts";
import { runFlowTests } from "./tests/save.server.ts";
import { readTrial } from "./trial.server.ts";
import type { FlowLanguage, SessionStatus } from "./words.ts";

const dayMs = 86_400_000;
const shortOf = ({ id, name, status, version, isChanged, language }: Flow) => ({
  ...{ id, name, status, version, isChanged, language },
});

/** The organisation's flows by name, with how many sessions began in 24 hours. */
export function listFlows(ctx: OrgContext) {
  const since = new Date(ctx.clock.now().getTime() - dayMs).toISOString();
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const rows = await tx
      .select({
        ...{ id: flows.id, name: flows.name, status: flows.status, language: flows.language },
        ...{ version: flows.version, isChanged: flows.isChanged },
        steps: sql<number>`jsonb_array_length(${flows.draft} -> 'steps')`,
        keywords: sql<string[]>`${flows.draft} -> 'starts' -> 'keywords'`,
        number: phoneNumbers.displayPhoneNumber,
        sessionsToday: sql<number>`(select count(*)::int from flow_sessions s where s.org_id = ${ctx.orgId}
          and s.flow_id = ${sql`"flows"."id"`} and s.started_at > ${since}::timestamptz)`,
      })
      .from(flows)
      .leftJoin(
        phoneNumbers,
        and(eq(phoneNumbers.orgId, flows.orgId), eq(phoneNumbers.phoneNumberId, flows.phoneNumberId)),
      )
      .where(eq(flows.orgId, ctx.orgId))
      .orderBy(asc(flows.name), asc(flows.id));
    return {
      flows: rows,
      readyMade: readyMade.map(({ key, about, languages }) => ({
        ...{ key, about, name: languages.en.name, steps: languages.en.definition.steps.length },
        languages: Object.keys(languages) as FlowLanguage[],
      })),
    };
  });
}

/** A flow's outline with what is wrong in it, and what the reader said to the draft. @throws DomainError `flow.not_found` */
export function getFlow(ctx: OrgContext, flowId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await findFlow(tx, ctx, flowId);
    return {
      flow: { ...shortOf(flow), phoneNumberId: flow.phoneNumberId, ...flow.draft },
      titles: Object.fromEntries(flow.draft.steps.map((step) => [step.id, titleOf(step)])),
      problems: await problemsWithin(tx, ctx, flow),
      trial: await readTrial(tx, ctx, flow),
    };
  });
}

/** What the forms of a flow offer. @throws DomainError `flow.not_found` */
export function getFlowForm(ctx: OrgContext, flowId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await findFlow(tx, ctx, flowId);
    const { steps } = flow.draft;
    return {
      flow: { ...shortOf(flow), phoneNumberId: flow.phoneNumberId, ...flow.draft },
      steps: steps.map((step) => ({ id: step.id, kind: step.kind, title: titleOf(step) })),
      answers: answersOf(flow),
      numbers: await connectedNumbers(tx, ctx.orgId),
      ...(await approvedTemplates(tx, ctx)),
      endpoints: await tx
        .select({ id: webhookEndpoints.id, url: webhookEndpoints.url })
        .from(webhookEndpoints)
        .where(and(eq(webhookEndpoints.orgId, ctx.orgId), eq(webhookEndpoints.mode, "live")))
        .orderBy(asc(webhookEndpoints.createdAt)),
    };
  });
}

const answersOf = ({ draft: { steps } }: Flow): string[] => [
  ...new Set(
    steps.flatMap((step) => {
      if (isQuestion(step)) return [step.saveTo];
      return step.kind === "webhook" ? step.mapping.map(({ saveTo }) => saveTo) : [];
    }),
  ),
];

async function approvedTemplates(tx: Tx, { orgId }: Pick<OrgContext, "orgId">) {
  const approved = await tx
    .select({
      id: templates.id,
      name: templates.name,
      language: templates.language,
      components: templates.components,
    })
    .from(templates)
    .where(and(eq(templates.orgId, orgId), eq(templates.status, "APPROVED")))
    .orderBy(asc(templates.name), asc(templates.language));
  return {
    templates: approved.map(({ components, ...template }) => ({
      ...template,
      variables: variablesOf(components).map(({ label }) => label),
    })),
  };
}

/** @throws DomainError `flow.not_found`, `step.not_found` */
export function getStep(ctx: OrgContext, { flowId, stepId }: { flowId: string; stepId: string }) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await findFlow(tx, ctx, flowId);
    const step = findStep(flow, stepId);
    return { flow: shortOf(flow), step, title: titleOf(step) };
  });
}

/** The stored conversations, played on the draft just now. @throws DomainError `flow.not_found` */
export function getFlowTests(ctx: OrgContext, flowId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await findFlow(tx, ctx, flowId);
    const tests = await runFlowTests(tx, ctx, flow);
    const trial = await readTrial(tx, ctx, flow);
    const steps = flow.draft.steps.filter(isQuestion);
    return {
      flow: shortOf(flow),
      tests,
      failed: tests.filter(({ passed }) => !passed).length,
      trial: { inputs: trial.inputs, at: trial.at, answers: trial.answers },
      steps: steps.map((step) => ({ id: step.id, title: titleOf(step) })),
    };
  });
}

/** @throws DomainError `flow.not_found`, `test.not_found` */
export async function getFlowTest(ctx: OrgContext, { flowId, testId }: { flowId: string; testId: string }) {
  const { flow, tests } = await getFlowTests(ctx, flowId);
  const test = tests.find(({ id }) => id === testId);
  if (!test) throw notFound("Test");
  return { flow, test };
}

/** What publishing would meet, and the versions before. @throws DomainError `flow.not_found` */
export function getPublishing(ctx: OrgContext, flowId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await findFlow(tx, ctx, flowId);
    const versions = await tx
      .select({
        ...{ number: flowVersions.number, createdAt: flowVersions.createdAt, reason: flowVersions.reason },
        ...{ testsPassed: flowVersions.testsPassed, testsTotal: flowVersions.testsTotal },
        steps: sql<number>`jsonb_array_length(${flowVersions.definition} -> 'steps')`,
      })
      .from(flowVersions)
      .where(and(eq(flowVersions.orgId, ctx.orgId), eq(flowVersions.flowId, flowId)))
      .orderBy(desc(flowVersions.number))
      .limit(50);
    return {
      flow: shortOf(flow),
      titles: Object.fromEntries(flow.draft.steps.map((step) => [step.id, titleOf(step)])),
      problems: await problemsWithin(tx, ctx, flow),
      tests: await runFlowTests(tx, ctx, flow),
      versions,
    };
  });
}

const sessionColumns = {
  ...{ id: flowSessions.id, status: flowSessions.status, reason: flowSessions.reason },
  ...{ version: flowSessions.version, startedBy: flowSessions.startedBy, answers: flowSessions.answers },
  ...{ stepId: flowSessions.stepId, startedAt: flowSessions.startedAt, endedAt: flowSessions.endedAt },
  ...{ conversationId: flowSessions.conversationId, name: contacts.name, phone: contacts.phone },
};

const sessionsOf = (tx: Tx) =>
  tx
    .select(sessionColumns)
    .from(flowSessions)
    .innerJoin(
      conversations,
      and(eq(conversations.orgId, flowSessions.orgId), eq(conversations.id, flowSessions.conversationId)),
    )
    .innerJoin(
      contacts,
      and(eq(contacts.orgId, conversations.orgId), eq(contacts.id, conversations.contactId)),
    );

const ofFlow = ({ orgId }: Pick<OrgContext, "orgId">, flowId: string, status: SessionStatus | "all") =>
  and(
    eq(flowSessions.orgId, orgId),
    eq(flowSessions.flowId, flowId),
    status === "all" ? undefined : eq(flowSessions.status, status),
  );

/** The sessions of a flow, newest first, and how many ended how. @throws DomainError `flow.not_found` */
export function getSessions(
  ctx: OrgContext,
  input: { flowId: string; status: SessionStatus | "all"; page: number },
) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await findFlow(tx, ctx, input.flowId);
    const counts = await tx
      .select({ status: flowSessions.status, sessions: count() })
      .from(flowSessions)
      .where(ofFlow(ctx, flow.id, "all"))
      .groupBy(flowSessions.status);
    const countOf = (status: string) => counts.find((each) => each.status === status)?.sessions ?? 0;
    const matching =
      input.status === "all"
        ? counts.reduce((sum, { sessions }) => sum + sessions, 0)
        : countOf(input.status);
    const { page, pages, offset, total } = pageOf(matching, input.page);
    const rows = await sessionsOf(tx)
      .where(ofFlow(ctx, flow.id, input.status))
      .orderBy(desc(flowSessions.startedAt), desc(flowSessions.id))
      .limit(pageSize)
      .offset(offset);
    return {
      flow: shortOf(flow),
      counts: Object.fromEntries(counts.map(({ status, sessions }) => [status, sessions])),
      sessions: rows.map(({ name, phone, ...session }) => ({ ...session, customer: nameOf(name, phone) })),
      ...{ page, pages, total },
    };
  });
}

const exportedAtOnce = 1000;

/** The names of answers of all sessions of a flow, in the order of the outline, then of the alphabet. */
export async function answerColumns(ctx: OrgContext, flowId: string): Promise<string[]> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await findFlow(tx, ctx, flowId);
    const { rows } = await tx.execute<{ name: string }>(sql`
      select distinct k as name from flow_sessions s, jsonb_object_keys(s.answers) k
      where s.org_id = ${ctx.orgId} and s.flow_id = ${flowId} order by 1 limit 100`);
    const outline = answersOf(flow);
    return [...new Set([...outline, ...rows.map(({ name }) => name)])];
  });
}

/** All sessions of a flow for a file, newest first, page by page. */
export async function* sessionPages(ctx: OrgContext, flowId: string, status: SessionStatus | "all") {
  let after: { startedAt: Date; id: string } | undefined;
  for (;;) {
    const before: SQL | undefined =
      after &&
      or(
        lt(flowSessions.startedAt, after.startedAt),
        and(eq(flowSessions.startedAt, after.startedAt), lt(flowSessions.id, after.id)),
      );
    const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
      sessionsOf(tx)
        .where(and(ofFlow(ctx, flowId, status), before))
        .orderBy(desc(flowSessions.startedAt), desc(flowSessions.id))
        .limit(exportedAtOnce),
    );
    if (rows.length > 0) yield rows;
    after = rows.at(-1);
    if (rows.length < exportedAtOnce) return;
  }
}

/** What runs in a conversation, and what can be started there. @throws DomainError `conversation.not_found` */
export function flowInConversation(ctx: OrgContext, conversationId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [conversation] = await tx
      .select({ id: conversations.id, phoneNumberId: conversations.phoneNumberId })
      .from(conversations)
      .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId)));
    if (!conversation) throw notFound("Conversation");
    const [running] = await tx
      .select({
        name: flows.name,
        flowId: flows.id,
        startedAt: flowSessions.startedAt,
        answers: flowSessions.answers,
      })
      .from(flowSessions)
      .innerJoin(flows, and(eq(flows.orgId, flowSessions.orgId), eq(flows.id, flowSessions.flowId)))
      .where(
        and(
          eq(flowSessions.orgId, ctx.orgId),
          eq(flowSessions.conversationId, conversationId),
          eq(flowSessions.status, "running"),
        ),
      );
    const live = await tx
      .select({ id: flows.id, name: flows.name })
      .from(flows)
      .where(and(eq(flows.orgId, ctx.orgId), eq(flows.status, "live"), gt(flows.version, 0)))
      .orderBy(asc(flows.name), asc(flows.id));
    return { running: running ?? null, flows: live };
  });
}
