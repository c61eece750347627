CREATE TABLE "sms_messages" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"message_id" text NOT NULL,
	"contact_id" text,
	"recipient" text,
	"body" text NOT NULL,
	"parts" integer NOT NULL,
	"wait_seconds" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"due_at" timestamp with time zone,
	"provider_id" text,
	"cost_cents" integer,
	"report" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sms_messages_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "sms_messages_price" CHECK (price_cents >= 0)
);
--> statement-breakpoint
CREATE TABLE "sms_settings" (
	"org_id" text PRIMARY KEY NOT NULL,
	"account" text NOT NULL,
	"username" text,
	"api_key_encrypted" text,
	"sender_name" text,
	"checked_at" timestamp with time zone,
	"check_result" text,
	"balance" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "sms_opted_out_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "fallback" text;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "sms_cents_per_message" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "sms_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "sms" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "sms_messages_message" ON "sms_messages" USING btree ("org_id","message_id");--> statement-breakpoint
CREATE INDEX "sms_messages_due" ON "sms_messages" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "sms_messages_provider" ON "sms_messages" USING btree ("provider_id") WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX "sms_messages_contact" ON "sms_messages" USING btree ("org_id","contact_id","created_at");--> statement-breakpoint
CREATE INDEX "sms_messages_recipient" ON "sms_messages" USING btree ("recipient","sent_at") WHERE sent_at is not null;--> statement-breakpoint
SELECT protect_tenant_table('sms_settings');--> statement-breakpoint
SELECT protect_tenant_table('sms_messages');--> statement-breakpoint
-- KES 1.50 for each part.
INSERT INTO billing_constants (name, value, effective_from) VALUES ('sms_part_cents', 150, '2026-01-01T00:00:00Z');
