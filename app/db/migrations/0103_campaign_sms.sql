CREATE TABLE "campaign_sms" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"through" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	CONSTRAINT "campaign_sms_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
DROP INDEX "sms_messages_due";--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "sms" jsonb;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "cap_messages" smallint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "cap_days" smallint;--> statement-breakpoint
ALTER TABLE "sending_settings" ADD COLUMN "cap_messages" smallint;--> statement-breakpoint
ALTER TABLE "sending_settings" ADD COLUMN "cap_days" smallint;--> statement-breakpoint
ALTER TABLE "sms_messages" ADD COLUMN "campaign_id" text;--> statement-breakpoint
ALTER TABLE "sms_messages" ADD COLUMN "whatsapp_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "campaign_sms_due" ON "campaign_sms" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "sms_messages_due_single" ON "sms_messages" USING btree ("due_at") WHERE due_at is not null and campaign_id is null;--> statement-breakpoint
CREATE INDEX "sms_messages_due_campaign" ON "sms_messages" USING btree ("due_at") WHERE due_at is not null and campaign_id is not null;--> statement-breakpoint
CREATE INDEX "sms_messages_campaign" ON "sms_messages" USING btree ("org_id","campaign_id","state","whatsapp_at") WHERE campaign_id is not null;--> statement-breakpoint
SELECT protect_tenant_table('campaign_sms');
