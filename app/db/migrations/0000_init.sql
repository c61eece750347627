CREATE TYPE "public"."message_state" AS ENUM('queued', 'unknown', 'accepted', 'sent', 'delivered', 'read', 'failed', 'cancelled');--> statement-breakpoint
CREATE TABLE "contact_import_errors" (
	"org_id" text NOT NULL,
	"import_id" text NOT NULL,
	"line" integer NOT NULL,
	"row" text NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "contact_import_errors_org_id_import_id_line_pk" PRIMARY KEY("org_id","import_id","line")
);
--> statement-breakpoint
CREATE TABLE "contact_imports" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"file_name" text NOT NULL,
	"status" text NOT NULL,
	"bytes_total" integer DEFAULT 0 NOT NULL,
	"bytes_done" integer DEFAULT 0 NOT NULL,
	"rows_read" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"rejected" integer DEFAULT 0 NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"consent_for_all" text DEFAULT 'none' NOT NULL,
	"error" text,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "contact_imports_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"phone" text,
	"wa_id" text,
	"bsuid" text,
	"name" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"consent" text DEFAULT 'none' NOT NULL,
	"consent_source" text,
	"consent_at" timestamp with time zone,
	"opted_out_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contacts_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "activity_logs" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"action" text NOT NULL,
	"details" text NOT NULL,
	"actor_user_id" text,
	"ip_address" text,
	"user_agent" text,
	"timestamp" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "activity_logs_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"key_encrypted" text NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"payload_encrypted" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "members" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"href" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notifications_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "notifications_once" UNIQUE("org_id","title","body","created_at")
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"tries_left" integer DEFAULT 5 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "organisations" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"plan_type" text DEFAULT 'Starter' NOT NULL,
	"billing_type" text DEFAULT 'postpaid' NOT NULL,
	"message_limit" integer DEFAULT 1000 NOT NULL,
	"timezone" text DEFAULT 'Africa/Nairobi' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" text NOT NULL,
	"org_id" text,
	"ip_address" text NOT NULL,
	"user_agent" text NOT NULL,
	"remember" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"phone_number" text,
	"password_hash" text NOT NULL,
	"usertype" text DEFAULT 'individual' NOT NULL,
	"account_status" text DEFAULT 'pending' NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"agreed_to_terms_at" timestamp with time zone,
	"avatar" text,
	"lite_mode" boolean DEFAULT false NOT NULL,
	"last_login" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "applied_events" (
	"org_id" text NOT NULL,
	"key" text NOT NULL,
	"applied_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "applied_events_org_id_key_pk" PRIMARY KEY("org_id","key")
);
--> statement-breakpoint
CREATE TABLE "campaign_totals" (
	"org_id" text NOT NULL,
	"campaign_id" text NOT NULL,
	"state" "message_state" NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "campaign_totals_org_id_campaign_id_state_pk" PRIMARY KEY("org_id","campaign_id","state")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'campaign' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"status_reason" text,
	"template_id" text NOT NULL,
	"phone_number_id" text NOT NULL,
	"audience" jsonb NOT NULL,
	"variables" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"scheduled_for" timestamp with time zone,
	"recipient_count" integer DEFAULT 0 NOT NULL,
	"next_sequence" integer DEFAULT 1 NOT NULL,
	"price_cents_per_message" integer DEFAULT 0 NOT NULL,
	"hold_id" text,
	"idempotency_key" text,
	"created_by" text,
	"started_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaigns_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"phone_number_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"last_message_at" timestamp with time zone NOT NULL,
	"last_message" text DEFAULT '' NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"window_ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversations_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "dispatchers" (
	"phone_number_id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"holder" text NOT NULL,
	"fence" bigint DEFAULT 1 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "heartbeats" (
	"process_id" text PRIMARY KEY NOT NULL,
	"roles" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hourly_totals" (
	"org_id" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"state" "message_state" NOT NULL,
	"direction" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "hourly_totals_org_id_hour_direction_state_pk" PRIMARY KEY("org_id","hour","direction","state")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"direction" text NOT NULL,
	"type" text NOT NULL,
	"state" "message_state" DEFAULT 'queued' NOT NULL,
	"phone_number_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"recipient" text,
	"campaign_id" text,
	"sequence" integer,
	"template_id" text,
	"variables" jsonb,
	"body" text,
	"payload" jsonb,
	"wamid" text,
	"error_code" integer,
	"error_detail" text,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "send_leases" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"campaign_id" text NOT NULL,
	"from_sequence" integer NOT NULL,
	"to_sequence" integer NOT NULL,
	"dispatcher" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "send_leases_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"campaign_id" text NOT NULL,
	"messages" integer NOT NULL,
	"included_messages" integer NOT NULL,
	"price_cents_per_message" integer NOT NULL,
	"settled_messages" integer DEFAULT 0 NOT NULL,
	"released_messages" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "holds_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "holds_campaign" UNIQUE("org_id","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "journal_entries" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"description" text NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "journal_entries_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "journal_entries_once" UNIQUE("org_id","reference")
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"balance_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_accounts_org_id_name_pk" PRIMARY KEY("org_id","name")
);
--> statement-breakpoint
CREATE TABLE "monthly_usage" (
	"org_id" text NOT NULL,
	"month" text NOT NULL,
	"included_used" integer DEFAULT 0 NOT NULL,
	"included_held" integer DEFAULT 0 NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "monthly_usage_org_id_month_pk" PRIMARY KEY("org_id","month")
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"org_id" text NOT NULL,
	"entry_id" text NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "postings_org_id_entry_id_account_pk" PRIMARY KEY("org_id","entry_id","account")
);
--> statement-breakpoint
CREATE TABLE "rate_cards" (
	"id" text PRIMARY KEY NOT NULL,
	"plan_type" text NOT NULL,
	"billing_type" text NOT NULL,
	"monthly_cents" integer DEFAULT 0 NOT NULL,
	"included_messages" integer DEFAULT 0 NOT NULL,
	"per_message_cents" integer NOT NULL,
	"effective_from" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_numbers" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"whatsapp_account_id" text NOT NULL,
	"phone_number_id" text NOT NULL,
	"display_phone_number" text NOT NULL,
	"verified_name" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"quality_rating" text DEFAULT 'UNKNOWN' NOT NULL,
	"throughput_per_second" integer DEFAULT 80 NOT NULL,
	"registered_at" timestamp with time zone,
	"pin_encrypted" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "phone_numbers_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "phone_numbers_phone_number_id_unique" UNIQUE("phone_number_id")
);
--> statement-breakpoint
CREATE TABLE "provider_calls" (
	"org_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "provider_calls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" integer,
	"request" jsonb,
	"response" jsonb,
	"failed" boolean DEFAULT false NOT NULL,
	"duration_ms" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_calls_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "signup_attempts" (
	"org_id" text NOT NULL,
	"state_hash" "bytea" NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "signup_attempts_org_id_state_hash_pk" PRIMARY KEY("org_id","state_hash")
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"whatsapp_account_id" text NOT NULL,
	"meta_template_id" text,
	"name" text NOT NULL,
	"language" text NOT NULL,
	"category" text NOT NULL,
	"status" text DEFAULT 'DRAFT' NOT NULL,
	"parameter_format" text DEFAULT 'positional' NOT NULL,
	"components" jsonb NOT NULL,
	"rejection_reason" text,
	"quality_score" text DEFAULT 'UNKNOWN' NOT NULL,
	"submitted_at" timestamp with time zone,
	"status_changed_at" timestamp with time zone,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "templates_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "templates_name" UNIQUE("org_id","whatsapp_account_id","name","language")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text DEFAULT 'meta' NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "whatsapp_accounts" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"waba_id" text NOT NULL,
	"business_id" text,
	"name" text DEFAULT '' NOT NULL,
	"token_encrypted" text,
	"token_expires_at" timestamp with time zone,
	"status" text DEFAULT 'pending' NOT NULL,
	"status_reason" text,
	"webhook_status" text DEFAULT 'inactive' NOT NULL,
	"connected_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "whatsapp_accounts_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_org_id_organisations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_org_id_organisations_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organisations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_phone" ON "contacts" USING btree ("org_id","phone");--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_bsuid" ON "contacts" USING btree ("org_id","bsuid");--> statement-breakpoint
CREATE INDEX "contacts_tags" ON "contacts" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "contacts_created" ON "contacts" USING btree ("org_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "activity_logs_time" ON "activity_logs" USING btree ("org_id","timestamp" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("sent_at","created_at");--> statement-breakpoint
CREATE INDEX "members_user" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_codes_user" ON "one_time_codes" USING btree ("user_id","purpose","created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "campaigns_once" ON "campaigns" USING btree ("org_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "campaigns_work" ON "campaigns" USING btree ("status","phone_number_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_pair" ON "conversations" USING btree ("org_id","phone_number_id","contact_id");--> statement-breakpoint
CREATE INDEX "conversations_recent" ON "conversations" USING btree ("org_id","last_message_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "messages_campaign_sequence" ON "messages" USING btree ("org_id","campaign_id","sequence") WHERE campaign_id is not null;--> statement-breakpoint
CREATE INDEX "messages_wamid" ON "messages" USING btree ("org_id","wamid") WHERE wamid is not null;--> statement-breakpoint
CREATE INDEX "messages_thread" ON "messages" USING btree ("org_id","contact_id","id");--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("phone_number_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "send_leases_campaign" ON "send_leases" USING btree ("org_id","campaign_id");--> statement-breakpoint
CREATE INDEX "postings_account" ON "postings" USING btree ("org_id","account");--> statement-breakpoint
CREATE INDEX "phone_numbers_account" ON "phone_numbers" USING btree ("org_id","whatsapp_account_id");--> statement-breakpoint
CREATE INDEX "templates_meta" ON "templates" USING btree ("meta_template_id");--> statement-breakpoint
CREATE INDEX "webhook_events_open" ON "webhook_events" USING btree ("id") WHERE processed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "whatsapp_accounts_waba" ON "whatsapp_accounts" USING btree ("waba_id");