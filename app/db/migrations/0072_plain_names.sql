ALTER TABLE "partner_transactions" RENAME COLUMN "happened_at" TO "booked_at";--> statement-breakpoint
ALTER TABLE "balance_checks" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "email_changes" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "flow_sessions" RENAME COLUMN "asked" TO "answered_steps";--> statement-breakpoint
-- Waiting jobs of renamed queues; the queue itself is missing in a new installation.
DO $$
DECLARE
  renamed record;
BEGIN
  IF to_regprocedure('pgboss.create_queue(text, jsonb)') IS NULL THEN
    RETURN;
  END IF;
  FOR renamed IN
    SELECT * FROM (VALUES ('tell-owner', 'notify-owner'), ('tell-price', 'notify-of-price'),
      ('note-refused-sign-in', 'record-refused-sign-in')) AS names (was, is_now)
  LOOP
    PERFORM pgboss.create_queue(renamed.is_now, '{"policy": "standard"}');
    UPDATE pgboss.job_common SET name = renamed.is_now WHERE name = renamed.was;
    DELETE FROM pgboss.queue WHERE name = renamed.was;
  END LOOP;
END $$;
