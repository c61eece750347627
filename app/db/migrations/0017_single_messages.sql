ALTER TABLE "messages" ADD COLUMN "search_text" text;--> statement-breakpoint
SET LOCAL ROLE tarishi_system;--> statement-breakpoint
UPDATE "messages" SET "search_text" = folded("body") WHERE "body" IS NOT NULL;--> statement-breakpoint
RESET ROLE;--> statement-breakpoint
CREATE INDEX "messages_single" ON "messages" USING btree ("org_id","template_id","created_at") WHERE campaign_id is null;