CREATE TABLE "satisfaction_requests" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"message_id" text,
	"closed_by" text,
	"team_id" text,
	"requested_at" timestamp with time zone NOT NULL,
	"score" smallint,
	"answered_at" timestamp with time zone,
	CONSTRAINT "satisfaction_requests_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "satisfaction_requests_score" CHECK (score between 1 and 5 and (score is null) = (answered_at is null))
);
--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD COLUMN "asks_satisfaction" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD COLUMN "satisfaction_question" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD COLUMN "satisfaction_pause_days" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD COLUMN "asks_after_auto_close" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD COLUMN "satisfaction_template_id" text;--> statement-breakpoint
ALTER TABLE "satisfaction_requests" ADD CONSTRAINT "satisfaction_requests_org_id_conversation_id_conversations_org_id_id_fk" FOREIGN KEY ("org_id","conversation_id") REFERENCES "public"."conversations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "satisfaction_requests_conversation" ON "satisfaction_requests" USING btree ("org_id","conversation_id","requested_at");--> statement-breakpoint
CREATE INDEX "satisfaction_requests_answered" ON "satisfaction_requests" USING btree ("org_id","answered_at") WHERE answered_at is not null;--> statement-breakpoint
CREATE INDEX "satisfaction_requests_team" ON "satisfaction_requests" USING btree ("org_id","team_id") WHERE team_id is not null;--> statement-breakpoint
ALTER TABLE "satisfaction_requests" ADD CONSTRAINT "satisfaction_requests_team_fk" FOREIGN KEY ("org_id","team_id") REFERENCES "teams"("org_id","id") ON DELETE SET NULL ("team_id");--> statement-breakpoint
SELECT protect_tenant_table('satisfaction_requests');
