DROP INDEX "conversations_live";--> statement-breakpoint
DROP INDEX "conversations_closed";--> statement-breakpoint
DROP INDEX "conversations_from_ads";--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD COLUMN "close_after_days" integer DEFAULT 3;--> statement-breakpoint
CREATE INDEX "conversations_ordered" ON "conversations" USING btree ("org_id",coalesce("window_ends_at", "created_at")) WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "conversations_live" ON "conversations" USING btree ("org_id","assigned_to",coalesce("window_ends_at", "created_at")) WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "conversations_closed" ON "conversations" USING btree ("org_id",coalesce("window_ends_at", "created_at")) WHERE state = 'closed';--> statement-breakpoint
CREATE INDEX "conversations_from_ads" ON "conversations" USING btree ("org_id",coalesce("window_ends_at", "created_at")) WHERE ad_at is not null;--> statement-breakpoint
-- The last message is the last one that either side wrote, without those of campaigns.
SET LOCAL ROLE tarishi_system;--> statement-breakpoint
UPDATE "conversations" AS c SET "last_message_at" = l.at, "last_message" = l.text
FROM "conversations" AS o CROSS JOIN LATERAL (
  SELECT m.created_at AS at, left(btrim(regexp_replace(coalesce(m.body, ''), '\s+', ' ', 'g')), 200) AS text FROM "messages" AS m
  WHERE m.org_id = o.org_id AND m.contact_id = o.contact_id AND m.phone_number_id = o.phone_number_id AND m.campaign_id IS NULL
  ORDER BY m.created_at DESC, m.id DESC LIMIT 1
) AS l
WHERE o.last_campaign_message_id IS NOT NULL AND c.org_id = o.org_id AND c.id = o.id;--> statement-breakpoint
RESET ROLE;--> statement-breakpoint
ALTER TABLE "conversations" DROP COLUMN "last_campaign_message_id";