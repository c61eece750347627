ALTER TABLE "media" ADD COLUMN "mode" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ALTER COLUMN "phone_number_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "media_unsent" ON "media" USING btree ("org_id") WHERE message_id is null;--> statement-breakpoint
ALTER TABLE "test_messages" ADD COLUMN "media_id" text;
