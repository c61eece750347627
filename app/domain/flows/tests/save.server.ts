import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { flowTests } from "#app/db/schema/flows/flows.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { m } from "#messages";
import { flowsError } from "../errors.ts";
import { flowTestAdded, flowTestDeleted } from "../events.ts";
import { type Flow, findTest, lockFlow } from "../find.server.ts";
import type { TestForm } from "../schemas.ts";
import { sessionStatuses } from "../words.ts";
import { playTest } from "./play.ts";

const mostTests = 100;
const invalid = (field: string, said: string) => flowsError("flow.invalid", { values: { said }, field });

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

function answersOf(text: string): Record<string, string> {
  return Object.fromEntries(
    linesOf(text).map((line) => {
      const at = line.indexOf("=");
      if (at < 1)
        throw invalid("answers", m.errors_flow_test_answer_line_invalid({ line: line.slice(0, 80) }));
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

/**
 * Stores a conversation as a test. @throws DomainError `flow.not_found`, `flow.too_many_tests`,
 * `flow.invalid`
 */
export function createFlowTest({ ctx, input }: Call<TestForm & { flowId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await lockFlow(tx, ctx, input.flowId);
    const counted = await tx.$count(flowTests, ofFlow(ctx, flow.id));
    if (counted >= mostTests) throw flowsError("flow.too_many_tests", { values: { most: mostTests } });
    const { name, expects } = input;
    const known =
      expects !== "running" &&
      (expects in sessionStatuses || flow.draft.steps.some(({ id }) => id === expects));
    if (!known) throw invalid("expects", m.errors_flow_test_expected_end_required());
    const now = ctx.clock.now();
    const testId = newId("fte", now.getTime());
    await tx.insert(flowTests).values({
      ...{ orgId: ctx.orgId, id: testId, flowId: flow.id, name, expects, createdAt: now },
      ...{ inputs: linesOf(input.inputs), expectedAnswers: answersOf(input.answers) },
    });
    await record(tx, ctx, flowTestAdded, { subject: flow.id, data: { flow: flow.name, test: name } });
    return { testId };
  });
}

/** @throws DomainError `flow.not_found`, `test.not_found` */
export function deleteFlowTest({ ctx, input: { flowId, testId } }: Call<{ flowId: string; testId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await lockFlow(tx, ctx, flowId);
    const { name } = await findTest(tx, ctx, flowId, testId);
    await tx.delete(flowTests).where(and(ofFlow(ctx, flowId), eq(flowTests.id, testId)));
    await record(tx, ctx, flowTestDeleted, { subject: flowId, data: { flow: flow.name, test: name } });
    return {};
  });
}

const ofFlow = (ctx: Pick<OrgContext, "orgId">, flowId: string) =>
  and(eq(flowTests.orgId, ctx.orgId), eq(flowTests.flowId, flowId));

/** Plays all tests on the draft. */
export async function runFlowTests(tx: Tx, ctx: Pick<OrgContext, "orgId" | "clock">, flow: Flow) {
  const tests = await tx.select().from(flowTests).where(ofFlow(ctx, flow.id)).orderBy(asc(flowTests.id));
  const running = { definition: flow.draft, language: flow.language };
  return tests.map(({ id, name, inputs, expects, expectedAnswers }) =>
    playTest(running, { id, name, inputs, expects, expectedAnswers }, ctx.clock.now()),
  );
}
