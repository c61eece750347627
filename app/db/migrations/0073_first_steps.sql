ALTER TABLE "organisations" ADD COLUMN "first_steps_ended_at" timestamp with time zone;--> statement-breakpoint
GRANT UPDATE (first_steps_ended_at) ON organisations TO tarishi_tenant;
