CREATE TABLE "flow_sessions" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"flow_id" text NOT NULL,
	"version" integer NOT NULL,
	"conversation_id" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"started_by" text NOT NULL,
	"start_key" text NOT NULL,
	"step_id" text,
	"asked" text[] DEFAULT '{}'::text[] NOT NULL,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"path" text[] DEFAULT '{}'::text[] NOT NULL,
	"misses" smallint DEFAULT 0 NOT NULL,
	"turn" integer DEFAULT 0 NOT NULL,
	"calls" smallint DEFAULT 0 NOT NULL,
	"reminded_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"reason" text,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flow_sessions_org_id_id_pk" PRIMARY KEY("org_id","id")
);--> statement-breakpoint
CREATE TABLE "flow_tests" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"flow_id" text NOT NULL,
	"name" text NOT NULL,
	"inputs" text[] NOT NULL,
	"expects" text NOT NULL,
	"expected_answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flow_tests_org_id_id_pk" PRIMARY KEY("org_id","id")
);--> statement-breakpoint
CREATE TABLE "flow_trials" (
	"org_id" text NOT NULL,
	"flow_id" text NOT NULL,
	"user_id" text NOT NULL,
	"inputs" text[] DEFAULT '{}'::text[] NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flow_trials_org_id_flow_id_user_id_pk" PRIMARY KEY("org_id","flow_id","user_id")
);--> statement-breakpoint
CREATE TABLE "flow_turns" (
	"org_id" text NOT NULL,
	"message_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"session_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flow_turns_org_id_message_id_pk" PRIMARY KEY("org_id","message_id")
);--> statement-breakpoint
CREATE TABLE "flow_versions" (
	"org_id" text NOT NULL,
	"flow_id" text NOT NULL,
	"number" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"published_by" text,
	"tests_passed" integer DEFAULT 0 NOT NULL,
	"tests_total" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flow_versions_org_id_flow_id_number_pk" PRIMARY KEY("org_id","flow_id","number")
);--> statement-breakpoint
CREATE TABLE "flows" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"phone_number_id" text,
	"draft" jsonb NOT NULL,
	"next_step" integer DEFAULT 1 NOT NULL,
	"version" integer,
	"is_changed" boolean DEFAULT true NOT NULL,
	"published_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flows_org_id_id_pk" PRIMARY KEY("org_id","id")
);--> statement-breakpoint
ALTER TABLE "flow_sessions" ADD CONSTRAINT "flow_sessions_org_id_flow_id_flows_org_id_id_fk" FOREIGN KEY ("org_id","flow_id") REFERENCES "public"."flows"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_sessions" ADD CONSTRAINT "flow_sessions_org_id_conversation_id_conversations_org_id_id_fk" FOREIGN KEY ("org_id","conversation_id") REFERENCES "public"."conversations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_tests" ADD CONSTRAINT "flow_tests_org_id_flow_id_flows_org_id_id_fk" FOREIGN KEY ("org_id","flow_id") REFERENCES "public"."flows"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_trials" ADD CONSTRAINT "flow_trials_org_id_flow_id_flows_org_id_id_fk" FOREIGN KEY ("org_id","flow_id") REFERENCES "public"."flows"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_turns" ADD CONSTRAINT "flow_turns_org_id_session_id_flow_sessions_org_id_id_fk" FOREIGN KEY ("org_id","session_id") REFERENCES "public"."flow_sessions"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_turns" ADD CONSTRAINT "flow_turns_org_id_conversation_id_conversations_org_id_id_fk" FOREIGN KEY ("org_id","conversation_id") REFERENCES "public"."conversations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_versions" ADD CONSTRAINT "flow_versions_org_id_flow_id_flows_org_id_id_fk" FOREIGN KEY ("org_id","flow_id") REFERENCES "public"."flows"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "flow_sessions_running" ON "flow_sessions" USING btree ("org_id","conversation_id") WHERE status = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "flow_sessions_start" ON "flow_sessions" USING btree ("org_id","start_key");--> statement-breakpoint
CREATE INDEX "flow_sessions_flow" ON "flow_sessions" USING btree ("org_id","flow_id","started_at");--> statement-breakpoint
CREATE INDEX "flow_sessions_conversation" ON "flow_sessions" USING btree ("org_id","conversation_id","started_at");--> statement-breakpoint
CREATE INDEX "flow_tests_flow" ON "flow_tests" USING btree ("org_id","flow_id","created_at");--> statement-breakpoint
CREATE INDEX "flow_turns_conversation" ON "flow_turns" USING btree ("org_id","conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "flows_live" ON "flows" USING btree ("org_id") WHERE status = 'live';--> statement-breakpoint
SELECT protect_tenant_table('flows');--> statement-breakpoint
SELECT protect_tenant_table('flow_versions');--> statement-breakpoint
SELECT protect_tenant_table('flow_tests');--> statement-breakpoint
SELECT protect_tenant_table('flow_trials');--> statement-breakpoint
SELECT protect_tenant_table('flow_sessions');--> statement-breakpoint
SELECT protect_tenant_table('flow_turns');
