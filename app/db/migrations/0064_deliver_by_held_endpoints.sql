DROP INDEX "webhook_deliveries_event";--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "held_by" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
UPDATE "webhook_deliveries" SET "state" = 'waiting' WHERE "state" = 'sending';