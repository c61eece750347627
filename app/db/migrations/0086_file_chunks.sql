CREATE TABLE "file_chunks" (
	"org_id" text NOT NULL,
	"key" text NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_chunks_org_id_key_position_pk" PRIMARY KEY("org_id","key","position")
);
--> statement-breakpoint
-- Most files are compressed already, and a part of a chunk is never read alone.
ALTER TABLE "file_chunks" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;--> statement-breakpoint
SELECT protect_tenant_table('file_chunks');
