ALTER TABLE "messages" ALTER COLUMN "contact_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "search_text" text;--> statement-breakpoint
SET LOCAL ROLE tarishi_system;--> statement-breakpoint
UPDATE "messages" SET "search_text" = folded(btrim(regexp_replace("body", '\s+', ' ', 'g'))) WHERE "body" IS NOT NULL;--> statement-breakpoint
RESET ROLE;--> statement-breakpoint
CREATE INDEX "messages_single" ON "messages" USING btree ("org_id","template_id","created_at") WHERE campaign_id is null;