ALTER TABLE "templates" ADD COLUMN "correct_category" text;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "previous_category" text;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "category_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "edits" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE TABLE "media_at_meta" (
	"org_id" text NOT NULL,
	"media_id" text NOT NULL,
	"phone_number_id" text NOT NULL,
	"meta_media_id" text NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "media_at_meta_org_id_media_id_phone_number_id_pk" PRIMARY KEY("org_id","media_id","phone_number_id")
);
--> statement-breakpoint
SELECT protect_tenant_table('media_at_meta');
--> statement-breakpoint
-- What Meta takes is a public list: a business sees what a change of category costs.
CREATE POLICY anyone ON meta_markets FOR SELECT TO tarishi_tenant USING (true);--> statement-breakpoint
CREATE POLICY anyone ON meta_rates FOR SELECT TO tarishi_tenant USING (true);--> statement-breakpoint
CREATE POLICY anyone ON exchange_rates FOR SELECT TO tarishi_tenant USING (true);--> statement-breakpoint
GRANT SELECT (prefix, market, effective_from) ON meta_markets TO tarishi_tenant;--> statement-breakpoint
GRANT SELECT (id, market, category, micro_usd, effective_from) ON meta_rates TO tarishi_tenant;--> statement-breakpoint
GRANT SELECT (id, kes_per_usd_e4, effective_from) ON exchange_rates TO tarishi_tenant;
