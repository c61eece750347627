ALTER TABLE "campaigns" ADD COLUMN "pace" jsonb;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "pace_gap_seconds" double precision;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "paced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "quiet_from" smallint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "quiet_to" smallint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "quiet_zone" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "beyond_limit" text DEFAULT 'send' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "limit_through" integer;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "made_from" text;--> statement-breakpoint
CREATE INDEX "campaigns_made_from" ON "campaigns" USING btree ("org_id","made_from") WHERE made_from is not null;--> statement-breakpoint
ALTER TABLE "whatsapp_accounts" ADD COLUMN "portfolio_limit" text;--> statement-breakpoint
ALTER TABLE "whatsapp_accounts" ADD COLUMN "portfolio_limit_at" timestamp with time zone;--> statement-breakpoint
CREATE TABLE "sending_settings" (
	"org_id" text NOT NULL,
	"quiet_from" smallint,
	"quiet_to" smallint,
	"quiet_zone" text DEFAULT 'Africa/Nairobi' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sending_settings_org_id_pk" PRIMARY KEY("org_id")
);
--> statement-breakpoint
CREATE TABLE "test_numbers" (
	"org_id" text NOT NULL,
	"phone" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_numbers_org_id_phone_pk" PRIMARY KEY("org_id","phone")
);
--> statement-breakpoint
CREATE TABLE "tracked_links" (
	"code" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"campaign_id" text NOT NULL,
	"message_id" text NOT NULL,
	"variable" text NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	"first_clicked_at" timestamp with time zone,
	"last_clicked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "tracked_links_clicked" ON "tracked_links" USING btree ("org_id","campaign_id","message_id") WHERE clicks > 0;--> statement-breakpoint
SELECT protect_tenant_table('sending_settings');--> statement-breakpoint
SELECT protect_tenant_table('test_numbers');--> statement-breakpoint
SELECT protect_tenant_table('tracked_links');--> statement-breakpoint
-- What failed of a campaign. No other move of a message changes `failed_at`, so those stay heap-only.
CREATE INDEX "messages_failed" ON "messages" USING btree ("org_id","campaign_id","sequence") WHERE failed_at is not null and campaign_id is not null;--> statement-breakpoint
-- Whether a moment lies in quiet hours, given as minutes of the day in a time zone; they may go over midnight.
CREATE FUNCTION in_quiet_hours(quiet_from int, quiet_to int, zone text, at timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(
    (floor(extract(epoch FROM (at AT TIME ZONE zone)::time) / 60)::int - quiet_from + 1440) % 1440 < (quiet_to - quiet_from + 1440) % 1440,
    false)
$$;
