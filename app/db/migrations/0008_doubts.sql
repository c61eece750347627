ALTER TABLE "messages" ADD COLUMN "doubts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_events" DROP COLUMN "attempts";
