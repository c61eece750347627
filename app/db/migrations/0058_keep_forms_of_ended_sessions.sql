CREATE TABLE "form_drafts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"form_encrypted" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "form_drafts" ADD CONSTRAINT "form_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "form_drafts_user" ON "form_drafts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "form_drafts_expiry" ON "form_drafts" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "form_drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "form_drafts" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY system ON "form_drafts" TO tarishi_system USING (true) WITH CHECK (true);--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON "form_drafts" TO tarishi_system;
