CREATE TABLE "bot_source_files" (
	"org_id" text NOT NULL,
	"source_id" text NOT NULL,
	"id" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bot_source_files_org_id_source_id_pk" PRIMARY KEY("org_id","source_id")
);
--> statement-breakpoint
ALTER TABLE "bot_source_files" ADD CONSTRAINT "bot_source_files_org_id_source_id_bot_sources_org_id_id_fk" FOREIGN KEY ("org_id","source_id") REFERENCES "public"."bot_sources"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
SELECT protect_tenant_table('bot_source_files');
