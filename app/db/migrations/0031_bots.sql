CREATE TABLE "bot_conversations" (
	"org_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"bot_id" text NOT NULL,
	"silent_since" timestamp with time zone,
	"silent_reason" text,
	"misses" smallint DEFAULT 0 NOT NULL,
	"other_language_count" smallint DEFAULT 0 NOT NULL,
	"answered_through" text,
	"started_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bot_conversations_org_id_conversation_id_pk" PRIMARY KEY("org_id","conversation_id")
);
--> statement-breakpoint
CREATE TABLE "bot_entries" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"bot_id" text NOT NULL,
	"source_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bot_entries_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "bot_evaluations" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"bot_id" text NOT NULL,
	"revision" integer NOT NULL,
	"total" integer NOT NULL,
	"right_count" integer NOT NULL,
	"in_three" integer NOT NULL,
	"false_answers" integer NOT NULL,
	"handed_over" integer NOT NULL,
	"results" jsonb NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bot_evaluations_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "bot_questions" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"bot_id" text NOT NULL,
	"question" text NOT NULL,
	"language" text NOT NULL,
	"expects" text NOT NULL,
	"expected_entry_id" text,
	"origin" text DEFAULT 'own' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bot_questions_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "bot_sources" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"bot_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"problem" text,
	"content_hash" text,
	"entry_count" integer DEFAULT 0 NOT NULL,
	"reread_hours" integer,
	"read_at" timestamp with time zone,
	"next_read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bot_sources_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "bot_texts" (
	"org_id" text NOT NULL,
	"entry_id" text NOT NULL,
	"bot_id" text NOT NULL,
	"language" text NOT NULL,
	"question" text NOT NULL,
	"phrases" text[] DEFAULT '{}'::text[] NOT NULL,
	"answer" text NOT NULL,
	CONSTRAINT "bot_texts_org_id_entry_id_language_pk" PRIMARY KEY("org_id","entry_id","language")
);
--> statement-breakpoint
CREATE TABLE "bot_turns" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"bot_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"question" text NOT NULL,
	"language" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"reply" text NOT NULL,
	"entry_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"score" smallint DEFAULT 0 NOT NULL,
	"by_model" boolean DEFAULT false NOT NULL,
	"model_cents" integer DEFAULT 0 NOT NULL,
	"message_cents" integer DEFAULT 0 NOT NULL,
	"note" text,
	"message_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bot_turns_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "bots" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"phone_number_id" text,
	"label" text,
	"about" text NOT NULL,
	"opening_hours" text DEFAULT '' NOT NULL,
	"uses_model" boolean DEFAULT false NOT NULL,
	"daily_budget_cents" integer DEFAULT 50000 NOT NULL,
	"conversation_budget_cents" integer DEFAULT 5000 NOT NULL,
	"published_evaluation_id" text,
	"published_at" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bots_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "bot_conversations" ADD CONSTRAINT "bot_conversations_org_id_bot_id_bots_org_id_id_fk" FOREIGN KEY ("org_id","bot_id") REFERENCES "public"."bots"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_conversations" ADD CONSTRAINT "bot_conversations_org_id_conversation_id_conversations_org_id_id_fk" FOREIGN KEY ("org_id","conversation_id") REFERENCES "public"."conversations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_entries" ADD CONSTRAINT "bot_entries_org_id_bot_id_bots_org_id_id_fk" FOREIGN KEY ("org_id","bot_id") REFERENCES "public"."bots"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_entries" ADD CONSTRAINT "bot_entries_org_id_source_id_bot_sources_org_id_id_fk" FOREIGN KEY ("org_id","source_id") REFERENCES "public"."bot_sources"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_evaluations" ADD CONSTRAINT "bot_evaluations_org_id_bot_id_bots_org_id_id_fk" FOREIGN KEY ("org_id","bot_id") REFERENCES "public"."bots"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_questions" ADD CONSTRAINT "bot_questions_org_id_bot_id_bots_org_id_id_fk" FOREIGN KEY ("org_id","bot_id") REFERENCES "public"."bots"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_questions" ADD CONSTRAINT "bot_questions_org_id_expected_entry_id_bot_entries_org_id_id_fk" FOREIGN KEY ("org_id","expected_entry_id") REFERENCES "public"."bot_entries"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_sources" ADD CONSTRAINT "bot_sources_org_id_bot_id_bots_org_id_id_fk" FOREIGN KEY ("org_id","bot_id") REFERENCES "public"."bots"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_texts" ADD CONSTRAINT "bot_texts_org_id_entry_id_bot_entries_org_id_id_fk" FOREIGN KEY ("org_id","entry_id") REFERENCES "public"."bot_entries"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_turns" ADD CONSTRAINT "bot_turns_org_id_bot_id_bots_org_id_id_fk" FOREIGN KEY ("org_id","bot_id") REFERENCES "public"."bots"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_turns" ADD CONSTRAINT "bot_turns_org_id_conversation_id_conversations_org_id_id_fk" FOREIGN KEY ("org_id","conversation_id") REFERENCES "public"."conversations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bot_conversations_silent" ON "bot_conversations" USING btree ("org_id","bot_id") WHERE silent_since is not null;--> statement-breakpoint
CREATE INDEX "bot_entries_bot" ON "bot_entries" USING btree ("org_id","bot_id","id");--> statement-breakpoint
CREATE INDEX "bot_evaluations_bot" ON "bot_evaluations" USING btree ("org_id","bot_id","created_at");--> statement-breakpoint
CREATE INDEX "bot_questions_bot" ON "bot_questions" USING btree ("org_id","bot_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bot_sources_once" ON "bot_sources" USING btree ("org_id","bot_id","kind","name");--> statement-breakpoint
CREATE INDEX "bot_sources_due" ON "bot_sources" USING btree ("next_read_at") WHERE next_read_at is not null;--> statement-breakpoint
CREATE INDEX "bot_texts_bot" ON "bot_texts" USING btree ("org_id","bot_id");--> statement-breakpoint
CREATE INDEX "bot_turns_bot" ON "bot_turns" USING btree ("org_id","bot_id","created_at");--> statement-breakpoint
CREATE INDEX "bot_turns_conversation" ON "bot_turns" USING btree ("org_id","conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "bots_live" ON "bots" USING btree ("org_id") WHERE status = 'live';--> statement-breakpoint
SELECT protect_tenant_table('bots');--> statement-breakpoint
SELECT protect_tenant_table('bot_sources');--> statement-breakpoint
SELECT protect_tenant_table('bot_entries');--> statement-breakpoint
SELECT protect_tenant_table('bot_texts');--> statement-breakpoint
SELECT protect_tenant_table('bot_questions');--> statement-breakpoint
SELECT protect_tenant_table('bot_evaluations');--> statement-breakpoint
SELECT protect_tenant_table('bot_conversations');--> statement-breakpoint
SELECT protect_tenant_table('bot_turns');
