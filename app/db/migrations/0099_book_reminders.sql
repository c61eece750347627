ALTER TABLE "books" ADD COLUMN "reminder_sequence_id" text;--> statement-breakpoint
ALTER TABLE "dues" ADD COLUMN "reminded_at" timestamp with time zone;