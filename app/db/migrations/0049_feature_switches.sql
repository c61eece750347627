CREATE TABLE "feature_switches" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"feature" text NOT NULL,
	"reason" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "feature_switches_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "feature_switches_open" ON "feature_switches" USING btree ("org_id","feature") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "feature_switches_due" ON "feature_switches" USING btree ("ends_at") WHERE ended_at is null;--> statement-breakpoint
-- An organisation sees what is off and why; only staff write it.
SELECT protect_tenant_table('feature_switches');--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON feature_switches FROM tarishi_tenant;
