ALTER TABLE "notifications" DROP CONSTRAINT "notifications_once";--> statement-breakpoint
-- What was told to an organisation is told to each member that it had then.
SET LOCAL ROLE tarishi_system;--> statement-breakpoint
INSERT INTO "notifications" ("org_id", "id", "user_id", "title", "body", "href", "created_at", "read_at")
  SELECT n.org_id, new_id('ntf'), m.user_id, n.title, n.body, n.href, n.created_at, n.read_at
  FROM "notifications" n JOIN "members" m ON m.org_id = n.org_id AND m.created_at < n.created_at
  WHERE n.user_id IS NULL;--> statement-breakpoint
DELETE FROM "notifications" n
  WHERE NOT EXISTS (SELECT FROM "members" m WHERE m.org_id = n.org_id AND m.user_id = n.user_id);--> statement-breakpoint
RESET ROLE;--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "user_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_org_id_user_id_members_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."members"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_once" UNIQUE("org_id","user_id","title","body","created_at");