import { and, asc, desc, eq, sql } from "drizzle-orm";
import { flows, flowVersions } from "#app/db/schema/flows/flows.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { actionChoices } from "#app/domain/automation/choices.server.ts";
import { isQuestion } from "#app/domain/flows/engine/state.ts";
import { type Flow, findFlow, findStep } from "#app/domain/flows/find.server.ts";
import { mapOf } from "#app/domain/flows/outline/map.ts";
import { titleOf } from "#app/domain/flows/outline/stepOf.ts";
import { runFlowTests } from "#app/domain/flows/tests/save.server.ts";
import type { FlowLanguage } from "#app/domain/flows/words.ts";
import { sequencesOn } from "#app/domain/sequences/choices.server.ts";
import { connectedNumbers } from "#app/domain/whatsapp/numbers/find.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { currentLocale } from "#app/platform/locale/locale.ts";
import { responseCharacters } from "#app/providers/webhooks/limits.ts";
import { problemsWithin } from "./publish.server.ts";
import { readyMade } from "./readyMade/all.ts";
import { readTrial } from "./trial.server.ts";

const dayMs = 86_400_000;
/** The flow's data for the header of its screens. */
export const shortOf = ({ id, name, status, version, isChanged, language }: Flow) => ({
  ...{ id, name, status, version, isChanged, language },
});

/** The organisation's flows by name, with the number of sessions begun in 24 hours. */
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
        and(eq(phoneNumbers.orgId, ctx.orgId), eq(phoneNumbers.phoneNumberId, flows.phoneNumberId)),
      )
      .where(eq(flows.orgId, ctx.orgId))
      .orderBy(asc(flows.name), asc(flows.id));
    return {
      flows: rows,
      readyMade: readyMade.map(({ key, about, languages }) => ({
        key,
        about: about(),
        name: languages[currentLocale()].name,
        steps: languages.en.definition.steps.length,
        languages: Object.keys(languages) as FlowLanguage[],
      })),
    };
  });
}

/**
 * A flow's outline with its problems, and the reader's trial of the draft. @throws DomainError
 * `flow.not_found`
 */
export function getFlow(ctx: OrgContext, flowId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await findFlow(tx, ctx, flowId);
    return {
      flow: { ...shortOf(flow), phoneNumberId: flow.phoneNumberId, ...flow.draft },
      titles: Object.fromEntries(flow.draft.steps.map((step) => [step.id, titleOf(step)])),
      map: mapOf(flow.draft.steps),
      problems: await problemsWithin(tx, ctx, flow),
      trial: await readTrial(tx, ctx, flow),
    };
  });
}

/** Choices of a flow's forms. @throws DomainError `flow.not_found` */
export function getFlowForm(ctx: OrgContext, flowId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await findFlow(tx, ctx, flowId);
    const { steps } = flow.draft;
    return {
      flow: { ...shortOf(flow), phoneNumberId: flow.phoneNumberId, ...flow.draft },
      steps: steps.map((step) => ({ id: step.id, kind: step.kind, title: titleOf(step) })),
      answers: answersOf(flow),
      numbers: await connectedNumbers(tx, ctx.orgId),
      responseCharacters,
      sequences: await sequencesOn(tx, ctx),
      ...(await actionChoices(tx, ctx)),
    };
  });
}

/** Names of the answers, in the order of the outline. */
export const answersOf = ({ draft: { steps } }: Flow): string[] => [
  ...new Set(
    steps.flatMap((step) => {
      if (isQuestion(step)) return [step.saveTo];
      return step.kind === "webhook" ? step.mapping.map(({ saveTo }) => saveTo) : [];
    }),
  ),
];

/** @throws DomainError `flow.not_found`, `step.not_found` */
export function getStep(ctx: OrgContext, { flowId, stepId }: { flowId: string; stepId: string }) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await findFlow(tx, ctx, flowId);
    const step = findStep(flow, stepId);
    return { flow: shortOf(flow), step, title: titleOf(step) };
  });
}

/** The stored tests, played on the present draft. @throws DomainError `flow.not_found` */
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

/** The problems that block publishing, and earlier versions. @throws DomainError `flow.not_found` */
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
