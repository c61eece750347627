CREATE TABLE "weekly_reports" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"last_week" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "weekly_reports_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "weekly_reports" ADD CONSTRAINT "weekly_reports_org_id_user_id_members_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."members"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
SELECT protect_tenant_table('weekly_reports');
