ALTER TABLE "conversations" ADD COLUMN "snoozed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "snoozed_by" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "snoozed_waiting_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "conversations_snoozed" ON "conversations" USING btree ("org_id","snoozed_until") WHERE state = 'snoozed';--> statement-breakpoint
CREATE INDEX "conversations_snooze_due" ON "conversations" USING btree ("snoozed_until") WHERE state = 'snoozed';--> statement-breakpoint
ALTER TABLE "conversations" DROP CONSTRAINT "conversations_state";--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_state" CHECK (state in ('open', 'waiting', 'snoozed', 'closed') and (state = 'waiting') = (waiting_since is not null)
        and (state <> 'snoozed' or snoozed_until is not null));