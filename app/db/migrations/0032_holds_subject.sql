-- A hold pays for a campaign or for a single message.
ALTER TABLE "holds" RENAME COLUMN "campaign_id" TO "subject_id";--> statement-breakpoint
ALTER TABLE "holds" RENAME CONSTRAINT "holds_campaign" TO "holds_subject";
