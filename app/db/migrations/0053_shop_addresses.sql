CREATE TABLE "vendor_bodies" (
	"provider" text NOT NULL,
	"body_hash" text NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vendor_bodies_provider_body_hash_pk" PRIMARY KEY("provider","body_hash")
);
--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "hook_address" text;--> statement-breakpoint
CREATE INDEX "vendor_bodies_old" ON "vendor_bodies" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE vendor_bodies ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE vendor_bodies FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY system ON vendor_bodies TO tarishi_system USING (true) WITH CHECK (true);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON vendor_bodies TO tarishi_system;
