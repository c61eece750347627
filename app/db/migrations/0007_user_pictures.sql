CREATE TABLE "user_pictures" (
	"user_id" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"content_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_pictures_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "user_pictures" ADD CONSTRAINT "user_pictures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Pictures are of a user, not of a tenant: the system role alone reads them, after a look at who asks.
ALTER TABLE "user_pictures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "user_pictures" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY system ON "user_pictures" TO tarishi_system USING (true) WITH CHECK (true);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "user_pictures" TO tarishi_system;--> statement-breakpoint
-- Colleagues see that there is a picture, beside the name.
GRANT SELECT (avatar) ON users TO tarishi_tenant;
