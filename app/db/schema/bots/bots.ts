import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { at, bytea, createdAt, id, orgId, updatedAt } from "../columns.ts";
import { conversations } from "../messaging/conversations.ts";

export type BotStatus = "draft" | "live" | "paused";
export type BotLanguage = "en" | "sw" | "fr";
export type SourceKind = "page" | "document";
export type SourceStatus = "waiting" | "read" | "failed";
/** What was done with a customer's turn. `asked`: the customer was shown what may be meant. */
export type TurnOutcome = "answered" | "asked" | "refused" | "handed_over";

/** An assistant that answers for one number, or for contacts with a label, or for everybody. */
export const bots = pgTable(
  "bots",
  {
    orgId: orgId(),
    id: id(),
    name: text("name").notNull(),
    status: text("status").$type<BotStatus>().notNull().default("draft"),
    /** Null: every number. */
    phoneNumberId: text("phone_number_id"),
    /** A tag of the contact; null: every contact. */
    label: text("label"),
    /** What the business does, in a sentence: told to who asks something else. */
    about: text("about").notNull(),
    openingHours: text("opening_hours").notNull().default(""),
    usesModel: boolean("uses_model").notNull().default(false),
    /** What it may spend in a day of Nairobi, and in one conversation of that day. */
    dailyBudgetCents: integer("daily_budget_cents").notNull().default(50_000),
    conversationBudgetCents: integer("conversation_budget_cents").notNull().default(5000),
    /** The evaluation that it was published with. */
    publishedEvaluationId: text("published_evaluation_id"),
    publishedAt: at("published_at"),
    /** Counts changes of what it knows: an evaluation is of one of them. */
    revision: integer("revision").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("bots_live").on(t.orgId).where(sql`status = 'live'`),
  ],
);

const ofBot = (t: { orgId: AnyPgColumn; botId: AnyPgColumn }) =>
  foreignKey({ columns: [t.orgId, t.botId], foreignColumns: [bots.orgId, bots.id] }).onDelete("cascade");

/** What was said is forgotten with the conversation. */
const ofConversation = (t: { orgId: AnyPgColumn; conversationId: AnyPgColumn }) =>
  foreignKey({
    columns: [t.orgId, t.conversationId],
    foreignColumns: [conversations.orgId, conversations.id],
  }).onDelete("cascade");

/** A page or document that entries are taken from. */
export const botSources = pgTable(
  "bot_sources",
  {
    orgId: orgId(),
    id: id(),
    botId: text("bot_id").notNull(),
    kind: text("kind").$type<SourceKind>().notNull(),
    /** The address of a page, or the name of a file. */
    name: text("name").notNull(),
    status: text("status").$type<SourceStatus>().notNull().default("waiting"),
    problem: text("problem"),
    /** Hash of what was read last, so that a page that has not changed changes nothing. */
    contentHash: text("content_hash"),
    entryCount: integer("entry_count").notNull().default(0),
    /** A page is read again after so many hours. */
    rereadHours: integer("reread_hours"),
    readAt: at("read_at"),
    nextReadAt: at("next_read_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("bot_sources_once").on(t.orgId, t.botId, t.kind, t.name),
    index("bot_sources_due").on(t.nextReadAt).where(sql`next_read_at is not null`),
    ofBot(t),
  ],
);

/** An uploaded document that waits to be read; gone once it is. */
export const botSourceFiles = pgTable(
  "bot_source_files",
  {
    orgId: orgId(),
    sourceId: text("source_id").notNull(),
    /** Of the upload: a newer one of the same name takes its place. */
    id: id(),
    bytes: bytea("bytes").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.sourceId] }),
    foreignKey({
      columns: [t.orgId, t.sourceId],
      foreignColumns: [botSources.orgId, botSources.id],
    }).onDelete("cascade"),
  ],
);

/** One piece of what a bot knows. */
export const botEntries = pgTable(
  "bot_entries",
  {
    orgId: orgId(),
    id: id(),
    botId: text("bot_id").notNull(),
    /** Null: written by a member. */
    sourceId: text("source_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("bot_entries_bot").on(t.orgId, t.botId, t.id),
    ofBot(t),
    foreignKey({
      columns: [t.orgId, t.sourceId],
      foreignColumns: [botSources.orgId, botSources.id],
    }).onDelete("cascade"),
  ],
);

/** An entry in one language. */
export const botTexts = pgTable(
  "bot_texts",
  {
    orgId: orgId(),
    entryId: text("entry_id").notNull(),
    botId: text("bot_id").notNull(),
    language: text("language").$type<BotLanguage>().notNull(),
    question: text("question").notNull(),
    /** Other ways to ask the same. */
    phrases: text("phrases").array().notNull().default(sql`'{}'::text[]`),
    answer: text("answer").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.entryId, t.language] }),
    index("bot_texts_bot").on(t.orgId, t.botId),
    foreignKey({
      columns: [t.orgId, t.entryId],
      foreignColumns: [botEntries.orgId, botEntries.id],
    }).onDelete("cascade"),
  ],
);

/** A question of the evaluation set, with what has to come of it. */
export const botQuestions = pgTable(
  "bot_questions",
  {
    orgId: orgId(),
    id: id(),
    botId: text("bot_id").notNull(),
    question: text("question").notNull(),
    language: text("language").$type<BotLanguage>().notNull(),
    expects: text("expects").$type<"entry" | "handover" | "refusal">().notNull(),
    expectedEntryId: text("expected_entry_id"),
    /** Where it comes from: the members, or the set that every bot begins with. */
    origin: text("origin").$type<"own" | "default">().notNull().default("own"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("bot_questions_bot").on(t.orgId, t.botId, t.id),
    ofBot(t),
    foreignKey({
      columns: [t.orgId, t.expectedEntryId],
      foreignColumns: [botEntries.orgId, botEntries.id],
    }).onDelete("cascade"),
  ],
);

/** What came of one question of an evaluation. */
export interface EvaluatedQuestion {
  questionId: string;
  outcome: TurnOutcome;
  entryId: string | null;
  right: boolean;
  inThree: boolean;
}

/** One run of the evaluation set. */
export const botEvaluations = pgTable(
  "bot_evaluations",
  {
    orgId: orgId(),
    id: id(),
    botId: text("bot_id").notNull(),
    revision: integer("revision").notNull(),
    total: integer("total").notNull(),
    right: integer("right_count").notNull(),
    inThree: integer("in_three").notNull(),
    /** Answered with something else than what was expected. */
    falseAnswers: integer("false_answers").notNull(),
    handedOver: integer("handed_over").notNull(),
    results: jsonb("results").$type<EvaluatedQuestion[]>().notNull(),
    /** Why it was published although it is worse than the one before. */
    reason: text("reason"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("bot_evaluations_bot").on(t.orgId, t.botId, t.createdAt),
    ofBot(t),
  ],
);

/** Where a conversation stands with its bot. */
export const botConversations = pgTable(
  "bot_conversations",
  {
    orgId: orgId(),
    conversationId: text("conversation_id").notNull(),
    botId: text("bot_id").notNull(),
    /** Set: the bot says nothing until the conversation is given back. */
    silentSince: at("silent_since"),
    silentReason: text("silent_reason"),
    /** Questions in a row for which it had no answer. */
    misses: smallint("misses").notNull().default(0),
    /** How often in a row another language than the contact's was written. */
    otherLanguageCount: smallint("other_language_count").notNull().default(0),
    /** Everything up to this message has been answered. */
    answeredThrough: text("answered_through"),
    /** What was said before does not count: the conversation was given back, or begins. */
    startedAt: at("started_at").notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.conversationId] }),
    index("bot_conversations_silent").on(t.orgId, t.botId).where(sql`silent_since is not null`),
    ofBot(t),
    ofConversation(t),
  ],
);

/** One turn of a customer, and what the bot did with it: the log, the budget and the proof. */
export const botTurns = pgTable(
  "bot_turns",
  {
    orgId: orgId(),
    id: id(),
    botId: text("bot_id").notNull(),
    conversationId: text("conversation_id").notNull(),
    question: text("question").notNull(),
    language: text("language").$type<BotLanguage>().notNull(),
    outcome: text("outcome").$type<TurnOutcome>().notNull(),
    /** Why it refused or handed over. */
    reason: text("reason"),
    reply: text("reply").notNull(),
    /** Entries that the reply is from, or that were offered. */
    entryIds: text("entry_ids").array().notNull().default(sql`'{}'::text[]`),
    /** Likeness of the best entry, 0–1000. */
    score: smallint("score").notNull().default(0),
    byModel: boolean("by_model").notNull().default(false),
    modelCents: integer("model_cents").notNull().default(0),
    messageCents: integer("message_cents").notNull().default(0),
    /** What the member who takes over should know. */
    note: text("note"),
    messageId: text("message_id"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("bot_turns_bot").on(t.orgId, t.botId, t.createdAt),
    index("bot_turns_conversation").on(t.orgId, t.conversationId, t.createdAt),
    ofBot(t),
    ofConversation(t),
  ],
);
