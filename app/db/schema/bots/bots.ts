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
/** What the bot did with a customer's turn. `asked`: the customer was shown possible topics. */
export type TurnOutcome = "answered" | "asked" | "refused" | "handed_over";

/** An assistant that replies for one number, for contacts with a label, or for everyone. */
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
    /** What the business does, in a sentence: sent when a question is off topic. */
    about: text("about").notNull(),
    openingHours: text("opening_hours").notNull().default(""),
    usesModel: boolean("uses_model").notNull().default(false),
    /** Its budget for a day in Nairobi, and for one conversation on that day. */
    dailyBudgetCents: integer("daily_budget_cents").notNull().default(50_000),
    conversationBudgetCents: integer("conversation_budget_cents").notNull().default(5000),
    /** The evaluation that it was published with. */
    publishedEvaluationId: text("published_evaluation_id"),
    publishedAt: at("published_at"),
    /** Counts changes of its entries: an evaluation belongs to one version. */
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

/** Its text is deleted with the conversation. */
const ofConversation = (t: { orgId: AnyPgColumn; conversationId: AnyPgColumn }) =>
  foreignKey({
    columns: [t.orgId, t.conversationId],
    foreignColumns: [conversations.orgId, conversations.id],
  }).onDelete("cascade");

/** A page or document that entries are extracted from. */
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
    /** Hash of the last read content, so that an unchanged page changes nothing. */
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

/** An uploaded document that waits to be read; deleted afterwards. */
export const botSourceFiles = pgTable(
  "bot_source_files",
  {
    orgId: orgId(),
    sourceId: text("source_id").notNull(),
    /** Of the upload: a newer one of the same name replaces it. */
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

/** One piece of a bot's knowledge. */
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
    /** Alternative phrasings of the question. */
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

/** A question of the evaluation set, with its expected result. */
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
    /** Its origin: the members, or every bot's default set. */
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

/** The result of one question of an evaluation. */
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
    /** The reply differed from the expected one. */
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

/** The state of a conversation with its bot. */
export const botConversations = pgTable(
  "bot_conversations",
  {
    orgId: orgId(),
    conversationId: text("conversation_id").notNull(),
    botId: text("bot_id").notNull(),
    /** Set: the bot is silent until the conversation is returned to it. */
    silentSince: at("silent_since"),
    silentReason: text("silent_reason"),
    /** Unanswered questions in a row. */
    misses: smallint("misses").notNull().default(0),
    /** Messages in a row in another language than the contact's. */
    otherLanguageCount: smallint("other_language_count").notNull().default(0),
    /** Everything up to this message has been answered. */
    answeredThrough: text("answered_through"),
    /** Earlier messages do not count: the conversation was returned, or begins. */
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

/** One turn of a customer, and the bot's response: the log, the budget and the evidence. */
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
    /** Entries that the reply uses, or that were offered. */
    entryIds: text("entry_ids").array().notNull().default(sql`'{}'::text[]`),
    /** Similarity of the best entry, 0–1000. */
    score: smallint("score").notNull().default(0),
    byModel: boolean("by_model").notNull().default(false),
    modelCents: integer("model_cents").notNull().default(0),
    messageCents: integer("message_cents").notNull().default(0),
    /** The handover note for the member. */
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
