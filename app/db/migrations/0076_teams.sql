CREATE TABLE "team_members" (
	"org_id" text NOT NULL,
	"team_id" text NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "team_members_org_id_team_id_user_id_pk" PRIMARY KEY("org_id","team_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"working_week" jsonb,
	"auto_assign" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "teams_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "team_id" text;--> statement-breakpoint
ALTER TABLE "answered_waits" ADD COLUMN "team_id" text;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_org_id_team_id_teams_org_id_id_fk" FOREIGN KEY ("org_id","team_id") REFERENCES "public"."teams"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_org_id_user_id_members_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."members"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "teams_name" ON "teams" USING btree ("org_id",lower(name));--> statement-breakpoint
CREATE INDEX "conversations_queue" ON "conversations" USING btree ("org_id",coalesce(team_id, ''),"waiting_since") WHERE waiting_since is not null and assigned_to is null;--> statement-breakpoint
CREATE INDEX "conversations_team" ON "conversations" USING btree ("org_id","team_id","waiting_since") WHERE team_id is not null;--> statement-breakpoint
CREATE INDEX "answered_waits_team" ON "answered_waits" USING btree ("org_id","team_id","answered_at") WHERE team_id is not null;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_team_fk" FOREIGN KEY ("org_id","team_id") REFERENCES "teams"("org_id","id") ON DELETE SET NULL ("team_id");--> statement-breakpoint
ALTER TABLE "answered_waits" ADD CONSTRAINT "answered_waits_team_fk" FOREIGN KEY ("org_id","team_id") REFERENCES "teams"("org_id","id") ON DELETE SET NULL ("team_id");--> statement-breakpoint
SELECT protect_tenant_table(name) FROM unnest(ARRAY['teams', 'team_members']) AS name;
