-- The activity log becomes the record of what happened: facts with a subject, an actor and data, words when they are read.
ALTER TABLE "activity_logs" RENAME TO "events";--> statement-breakpoint
ALTER TABLE "events" RENAME CONSTRAINT "activity_logs_org_id_id_pk" TO "events_org_id_id_pk";--> statement-breakpoint
ALTER TABLE "events" RENAME COLUMN "actor_user_id" TO "actor_id";--> statement-breakpoint
ALTER TABLE "events" RENAME COLUMN "timestamp" TO "at";--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "type" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "name" text, ADD COLUMN "subject_kind" text, ADD COLUMN "subject_id" text,
  ADD COLUMN "actor_kind" text, ADD COLUMN "data" jsonb, ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "event_id" text, ADD COLUMN "subject_id" text;--> statement-breakpoint
-- What earlier versions wrote, of all organisations: their sentences are the data of `legacy.noted`.
SET LOCAL ROLE tarishi_system;--> statement-breakpoint
UPDATE "events" SET "name" = 'legacy.noted', "data" = jsonb_build_object('action', action, 'details', details),
  "actor_kind" = CASE
    WHEN action IN ('Sign-in refused', 'Wrong two-step code', 'Sign-up with a known address', 'Email change to a known address') THEN 'visitor'
    WHEN action IN ('Verification code sent', 'Password reset link sent', 'Made an administrator') OR actor_id IS NULL THEN 'job'
    ELSE 'member' END;--> statement-breakpoint
-- They concern a person who need not have done them.
UPDATE "events" SET "subject_kind" = 'user', "subject_id" = actor_id, "actor_id" = NULL
  WHERE actor_kind <> 'member' AND actor_id IS NOT NULL;--> statement-breakpoint
INSERT INTO "events" (org_id, id, name, status, subject_kind, subject_id, actor_kind, data, at)
SELECT org_id, new_id('evt'), 'legacy.noted', 'success',
  CASE left(subject_id, 3) WHEN 'cmp' THEN 'campaign' WHEN 'tpl' THEN 'template' WHEN 'cnv' THEN 'conversation' WHEN 'imp' THEN 'contact_import' END,
  subject_id, 'job', jsonb_strip_nulls(jsonb_build_object('action', title, 'details', body, 'href', href)), created_at
FROM (SELECT DISTINCT org_id, title, body, href, created_at, substring(href from '(?:cmp|tpl|cnv|imp)_[[:alnum:]]+') AS subject_id FROM notifications) AS told;--> statement-breakpoint
UPDATE "notifications" SET "event_id" = events.id, "subject_id" = events.subject_id FROM "events"
WHERE events.org_id = notifications.org_id AND events.type IS NULL AND events.at = notifications.created_at
  AND events.data ->> 'action' = notifications.title AND events.data ->> 'details' = notifications.body
  AND events.data ->> 'href' IS NOT DISTINCT FROM notifications.href;--> statement-breakpoint
RESET ROLE;--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "name" SET NOT NULL, ALTER COLUMN "actor_kind" SET NOT NULL, ALTER COLUMN "data" SET NOT NULL,
  DROP COLUMN "action", DROP COLUMN "details";--> statement-breakpoint
DROP INDEX "activity_logs_time";--> statement-breakpoint
CREATE INDEX "events_log" ON "events" USING btree ("org_id","at","id") WHERE type is not null;--> statement-breakpoint
ALTER INDEX "activity_logs_correlation" RENAME TO "events_correlation";--> statement-breakpoint
CREATE INDEX "events_subject" ON "events" USING btree ("org_id","subject_id","at") WHERE subject_id is not null;--> statement-breakpoint
-- What concerns no organisation belongs to `platform`, which no session can name; this holds if one ever could.
CREATE POLICY not_of_the_platform ON "events" AS RESTRICTIVE TO tarishi_tenant
  USING (org_id <> 'platform') WITH CHECK (org_id <> 'platform');--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_once";--> statement-breakpoint
DROP INDEX "notifications_unread";--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "event_id" SET NOT NULL,
  DROP COLUMN "title", DROP COLUMN "body", DROP COLUMN "href";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_org_id_event_id_events_org_id_id_fk" FOREIGN KEY ("org_id","event_id") REFERENCES "public"."events"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_once" UNIQUE("org_id","user_id","event_id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("org_id","user_id","subject_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notifications_event" ON "notifications" USING btree ("org_id","event_id");--> statement-breakpoint
-- Why something is as it is: a code, whose words are made when it is read. Earlier ones keep what was said.
ALTER TABLE "campaigns" ALTER COLUMN "status_reason" TYPE jsonb
  USING CASE
    WHEN status_reason IS NULL THEN NULL
    WHEN status_reason = 'Paused by a member of your team.' THEN '{"code": "campaign.paused_by_member"}'
    WHEN status_reason = 'Cancelled by a member of your team.' THEN '{"code": "campaign.cancelled_by_member"}'
    WHEN status_reason LIKE 'Nobody in the audience could be reached any more%' THEN '{"code": "campaign.nobody_left"}'
    WHEN status_reason LIKE 'Its WhatsApp number was connected to another organisation%' THEN '{"code": "campaign.number_taken_over"}'
    ELSE jsonb_build_object('code', 'legacy', 'said', status_reason) END;--> statement-breakpoint
ALTER TABLE "whatsapp_accounts" ALTER COLUMN "status_reason" TYPE jsonb
  USING CASE
    WHEN status_reason IS NULL THEN NULL
    WHEN status_reason LIKE 'Meta has disabled this account.%' THEN '{"code": "whatsapp.disabled_by_meta"}'
    WHEN status_reason LIKE 'The account was removed from this platform%' THEN '{"code": "whatsapp.removed_at_meta"}'
    WHEN status_reason LIKE 'The number was signed out of the WhatsApp Business app%' THEN '{"code": "whatsapp.left_the_app"}'
    ELSE jsonb_build_object('code', 'legacy', 'said', status_reason) END;
