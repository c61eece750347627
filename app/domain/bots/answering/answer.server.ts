import type { ModelConfig } from "#app/platform/config/modelConfig.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { BotLanguage } from "../words.ts";
import {
  type Decision,
  decideByEntries,
  decideByIntent,
  floorScore,
  handOverDecision,
  isSure,
} from "./decide.ts";
import { type Found, findEntryText, retrieve } from "./retrieve.server.ts";
import { intentOf } from "./rules.ts";
import { wordsOf } from "./wordLists.ts";
import { writeWithModel } from "./writeWithModel.server.ts";

export interface AnsweringBot {
  id: string;
  about: string;
  openingHours: string;
  usesModel: boolean;
}

interface Turn {
  question: string;
  language: BotLanguage;
  misses: number;
}

export interface Answer extends Decision {
  byModel: boolean;
  modelCents: number;
  /** The considered entries, best first. */
  found: Found[];
}

/** The number of entries in the model's prompt. */
const readByModel = 5;
/** After this many unanswered turns it hands over: one refusal before, or two choices without a selection. */
const refusalsBeforePerson = 1;
const choicesBeforePerson = 2;

/**
 * A bot's reply to one turn of a customer. Nothing is stored or sent. `misses`: unanswered turns in a row;
 * `chosenEntryId`: the selection from a list; `budget`: `words` has no money for a model, `none` not even for
 * a message.
 */
export async function answerQuestion(
  ctx: OrgContext,
  bot: AnsweringBot,
  turn: Turn & { chosenEntryId?: string | undefined; budget?: "all" | "words" | "none" },
): Promise<Answer> {
  const { question, language, misses, budget = "all" } = turn;
  if (budget === "none") return plain(handOverDecision(bot, language, "budget"));
  if (turn.chosenEntryId) {
    const chosen = await ctx.db.withOrg(ctx.orgId, (tx) =>
      findEntryText(tx, { orgId: ctx.orgId, botId: bot.id, entryId: turn.chosenEntryId!, language }),
    );
    if (chosen)
      return plain(
        { outcome: "answered", reply: chosen.answer, entryIds: [chosen.entryId], score: chosen.score },
        [chosen],
      );
  }
  const byIntent = decideByIntent(bot, language, intentOf(question));
  if (byIntent) return plain(patient(bot, language, byIntent, misses));
  const found = await ctx.db.withOrg(ctx.orgId, (tx) =>
    retrieve(tx, { orgId: ctx.orgId, botId: bot.id, question, language, limit: readByModel }),
  );
  const byEntries = decideByEntries(bot, language, found.slice(0, 3), wordsOf(question).length);
  const withoutModel = patient(bot, language, byEntries, misses);
  const model = ctx.config.ai;
  const isRelated = (found[0]?.score ?? 0) >= floorScore;
  return bot.usesModel && model && budget !== "words" && isRelated
    ? answerWithModel(model, bot, turn, found, withoutModel)
    : plain(withoutModel, found);
}

const plain = (decision: Decision, found: Found[] = []): Answer => ({
  ...decision,
  byModel: false,
  modelCents: 0,
  found,
});

async function answerWithModel(
  model: ModelConfig,
  bot: AnsweringBot,
  { question, language, misses }: Turn,
  found: Found[],
  withoutModel: Decision,
): Promise<Answer> {
  const written = await writeWithModel(model, { about: bot.about, question, language, found });
  const score = found[0]!.score;
  if (written.kind === "down" || written.kind === "unusable") {
    // A certain match needs no model.
    const instead =
      written.kind === "unusable" || isSure(found)
        ? withoutModel
        : handOverDecision(bot, language, "model_down", score);
    return { ...plain(instead, found), modelCents: written.kind === "unusable" ? written.costCents : 0 };
  }
  const modelCents = written.costCents;
  if (written.kind === "handover")
    return { ...plain(handOverDecision(bot, language, "off_topic", score), found), modelCents };
  const outcome = written.kind === "ask" ? ("asked" as const) : ("answered" as const);
  const decision = { outcome, reply: written.reply, entryIds: written.entryIds, score };
  return { ...patient(bot, language, decision, misses), byModel: true, modelCents, found };
}

/** Repeated misses hand over to a member. */
function patient(bot: AnsweringBot, language: BotLanguage, decision: Decision, misses: number): Decision {
  const limit =
    decision.outcome === "refused"
      ? refusalsBeforePerson
      : decision.outcome === "asked"
        ? choicesBeforePerson
        : Number.POSITIVE_INFINITY;
  if (misses < limit || decision.reason === "injection") return decision;
  return handOverDecision(bot, language, "two_misses", decision.score);
}
