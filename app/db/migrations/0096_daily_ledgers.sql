CREATE TABLE "daily_ledger_settings" (
	"org_id" text NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	CONSTRAINT "daily_ledger_settings_org_id_pk" PRIMARY KEY("org_id")
);
--> statement-breakpoint
CREATE TABLE "daily_ledgers" (
	"org_id" text NOT NULL,
	"day" date NOT NULL,
	"root" text NOT NULL,
	"previous_root" text NOT NULL,
	"message_rows" integer NOT NULL,
	"payment_rows" integer NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "daily_ledgers_org_id_day_pk" PRIMARY KEY("org_id","day")
);
--> statement-breakpoint
SELECT protect_tenant_table('daily_ledgers');--> statement-breakpoint
SELECT protect_tenant_table('daily_ledger_settings');
