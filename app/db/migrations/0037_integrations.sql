CREATE TABLE "connections" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"provider" text NOT NULL,
	"status" text NOT NULL,
	"account_id" text NOT NULL,
	"account_name" text NOT NULL,
	"credentials_encrypted" text,
	"token_expires_at" timestamp with time zone,
	"refreshed_at" timestamp with time zone,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"events" text[] DEFAULT '{}'::text[] NOT NULL,
	"broken_reason" text,
	"cursor" text,
	"next_run_at" timestamp with time zone,
	"last_ok_at" timestamp with time zone,
	"last_error_at" timestamp with time zone,
	"last_error" text,
	"created_by" text,
	"connected_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connections_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "connection_log" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"connection_id" text NOT NULL,
	"kind" text NOT NULL,
	"ok" boolean NOT NULL,
	"detail" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connection_log_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "connection_links" (
	"org_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"external_id" text NOT NULL,
	"contact_id" text,
	"conversation_id" text,
	"stamp" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connection_links_org_id_connection_id_external_id_pk" PRIMARY KEY("org_id","connection_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "connection_attempts" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"provider" text NOT NULL,
	"session_id" text NOT NULL,
	"state_hash" text NOT NULL,
	"secret_encrypted" text NOT NULL,
	"account" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connection_attempts_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "vendor_notices" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"connection_id" text NOT NULL,
	"external_id" text NOT NULL,
	"topic" text NOT NULL,
	"body" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vendor_notices_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "rules" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"event" text NOT NULL,
	"conditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"actions" jsonb NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"off_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rules_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "event_tasks" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"subscriber_id" text NOT NULL,
	"event_id" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"contact_id" text,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "event_tasks_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "connection_log" ADD CONSTRAINT "connection_log_org_id_connection_id_connections_org_id_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_links" ADD CONSTRAINT "connection_links_org_id_connection_id_connections_org_id_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_links" ADD CONSTRAINT "connection_links_org_id_contact_id_contacts_org_id_id_fk" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."contacts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connection_links" ADD CONSTRAINT "connection_links_org_id_conversation_id_conversations_org_id_id_fk" FOREIGN KEY ("org_id","conversation_id") REFERENCES "public"."conversations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vendor_notices" ADD CONSTRAINT "vendor_notices_org_id_connection_id_connections_org_id_id_fk" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "connections_provider" ON "connections" USING btree ("org_id","provider");--> statement-breakpoint
CREATE INDEX "connections_account" ON "connections" USING btree ("provider","account_id") WHERE status = 'connected';--> statement-breakpoint
CREATE INDEX "connections_due" ON "connections" USING btree ("next_run_at") WHERE next_run_at is not null;--> statement-breakpoint
CREATE INDEX "connection_log_time" ON "connection_log" USING btree ("org_id","connection_id","created_at");--> statement-breakpoint
CREATE INDEX "connection_log_old" ON "connection_log" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "connection_links_contact" ON "connection_links" USING btree ("org_id","connection_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "connection_links_conversation" ON "connection_links" USING btree ("org_id","connection_id","conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "connection_attempts_state" ON "connection_attempts" USING btree ("org_id","state_hash");--> statement-breakpoint
CREATE INDEX "connection_attempts_old" ON "connection_attempts" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_notices_once" ON "vendor_notices" USING btree ("org_id","connection_id","external_id");--> statement-breakpoint
CREATE INDEX "vendor_notices_due" ON "vendor_notices" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "vendor_notices_old" ON "vendor_notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rules_event" ON "rules" USING btree ("org_id","event") WHERE is_on;--> statement-breakpoint
CREATE UNIQUE INDEX "event_tasks_once" ON "event_tasks" USING btree ("org_id","subscriber_id","event_id");--> statement-breakpoint
CREATE INDEX "event_tasks_due" ON "event_tasks" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "event_tasks_log" ON "event_tasks" USING btree ("org_id","subscriber_id","created_at");--> statement-breakpoint
CREATE INDEX "event_tasks_old" ON "event_tasks" USING btree ("created_at");--> statement-breakpoint
SELECT protect_tenant_table('connections');--> statement-breakpoint
SELECT protect_tenant_table('connection_log');--> statement-breakpoint
SELECT protect_tenant_table('connection_links');--> statement-breakpoint
SELECT protect_tenant_table('connection_attempts');--> statement-breakpoint
SELECT protect_tenant_table('vendor_notices');--> statement-breakpoint
SELECT protect_tenant_table('rules');--> statement-breakpoint
SELECT protect_tenant_table('event_tasks');
