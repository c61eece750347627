import { eq } from "drizzle-orm";
import { botQuestions, bots } from "#app/db/schema/bots/bots.ts";
import { createDemoBot } from "#app/demo/bot.server.ts";
import { demoQuestions } from "#app/demo/botQuestions.ts";
import { evaluateBot } from "#app/domain/bots/evaluation/run.server.ts";
import { type OrgContext, type Services, systemContext } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { print } from "./measure.ts";

/** Percentages of the questions of a group. */
export interface BotFigures {
  questions: number;
  /** The correct entry came first; for questions without an entry: refused or handed over. */
  rightFirst: number;
  rightInThree: number;
  falseAnswers: number;
  handedOver: number;
}

/** Sheng is evaluated as Swahili, and recognised by its questions. */
const sheng = new Set(
  Object.values(demoQuestions).flatMap(({ sheng: questions }) => questions as readonly string[]),
);

interface Judged {
  group: string;
  right: boolean;
  inThree: boolean;
  isFalse: boolean;
  handedOver: boolean;
}

function figuresOf(judged: readonly Judged[]): BotFigures {
  const share = (is: (one: Judged) => boolean) =>
    Math.round((1000 * judged.filter(is).length) / Math.max(1, judged.length)) / 10;
  return {
    questions: judged.length,
    rightFirst: share(({ right }) => right),
    rightInThree: share(({ inThree }) => inThree),
    falseAnswers: share(({ isFalse }) => isFalse),
    handedOver: share(({ handedOver }) => handedOver),
  };
}

/** The demo's bot on its own questions, each as the first of a conversation, without a model. */
export async function measureBot(services: Services): Promise<Record<string, BotFigures>> {
  const orgId = newId("org") as OrgId;
  const ctx: OrgContext = systemContext(services, orgId, "bench");
  await services.db.withSystem((tx) => createDemoBot(tx, orgId, services.clock));
  const { botId, questions } = await services.db.withOrg(orgId, async (tx) => {
    const [bot] = await tx.select({ id: bots.id }).from(bots).where(eq(bots.orgId, orgId));
    return {
      botId: bot!.id,
      questions: await tx.select().from(botQuestions).where(eq(botQuestions.orgId, orgId)),
    };
  });
  const { evaluation } = await evaluateBot({ ctx, input: { botId } });
  const byId = new Map(questions.map((question) => [question.id, question]));
  const judged = evaluation.results.map(({ questionId, outcome, right, inThree }): Judged => {
    const { question, language, expects } = byId.get(questionId)!;
    const way = sheng.has(question) ? "sheng" : language;
    return {
      group: expects === "entry" ? way : "no entry",
      right,
      inThree: expects === "entry" ? inThree : right,
      isFalse: outcome === "answered" && !right,
      handedOver: outcome === "handed_over",
    };
  });
  const groups = Map.groupBy(judged, ({ group }) => group);
  return {
    all: figuresOf(judged),
    ...Object.fromEntries([...groups].map(([group, list]) => [group, figuresOf(list)])),
  };
}

/** The same with its duration. */
export async function benchBots({ services }: { services: Services }): Promise<void> {
  const startedAt = performance.now();
  const figures = await measureBot(services);
  const msAQuestion = Math.round((performance.now() - startedAt) / figures.all!.questions);
  for (const [questionsOf, shares] of Object.entries(figures))
    print({ bench: "bots", questionsOf, ...shares });
  print({ bench: "bots", msAQuestion });
}
