CREATE TABLE "api_answers" (
	"org_id" text NOT NULL,
	"mode" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" smallint,
	"body" text,
	"started_at" timestamp with time zone NOT NULL,
	CONSTRAINT "api_answers_org_id_mode_key_pk" PRIMARY KEY("org_id","mode","key")
);
--> statement-breakpoint
CREATE TABLE "api_calls" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"key_id" text NOT NULL,
	"mode" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" smallint NOT NULL,
	"error_code" text,
	"duration_ms" integer NOT NULL,
	"request_body" text,
	"ip_address" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_calls_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "outgoing_events" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"mode" text DEFAULT 'live' NOT NULL,
	"subject_id" text NOT NULL,
	"data" jsonb NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outgoing_events_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "test_messages" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"recipient" text NOT NULL,
	"template" text,
	"body" text NOT NULL,
	"error_code" integer,
	"once_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_messages_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"event_id" text NOT NULL,
	"event_type" text NOT NULL,
	"state" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"last_status" smallint,
	"last_answer" text,
	"duration_ms" integer,
	"tried_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"url" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"mode" text DEFAULT 'live' NOT NULL,
	"events" text[] NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"off_reason" text,
	"secret_encrypted" text NOT NULL,
	"secret_created_at" timestamp with time zone NOT NULL,
	"previous_secret_encrypted" text,
	"previous_secret_until" timestamp with time zone,
	"max_in_flight" smallint DEFAULT 5 NOT NULL,
	"failing_since" timestamp with time zone,
	"last_failure_at" timestamp with time zone,
	"warned_at" timestamp with time zone,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "name" text DEFAULT 'Default key' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "is_default" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "mode" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "scopes" text[] DEFAULT '{*}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_four" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "api_answers_started" ON "api_answers" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "api_calls_time" ON "api_calls" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_events_once" ON "outgoing_events" USING btree ("org_id","subject_id","type");--> statement-breakpoint
CREATE INDEX "outgoing_events_created" ON "outgoing_events" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "test_messages_once" ON "test_messages" USING btree ("org_id","once_key");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("org_id","endpoint_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" USING btree ("org_id","endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" USING btree ("org_id","event_id");--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "consent_evidence" text;--> statement-breakpoint
SELECT protect_tenant_table(name) FROM unnest(ARRAY['api_calls', 'api_answers', 'test_messages', 'webhook_endpoints', 'outgoing_events', 'webhook_deliveries']) AS name;
