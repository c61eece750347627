DROP INDEX "messages_due";--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "prepared_through" text;--> statement-breakpoint
CREATE INDEX "messages_due_single" ON "messages" USING btree ("due_at") WHERE due_at is not null and campaign_id is null;--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("phone_number_id","campaign_id","due_at") WHERE due_at is not null;