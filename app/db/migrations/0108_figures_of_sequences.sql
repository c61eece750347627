CREATE TABLE "sequence_totals" (
	"org_id" text NOT NULL,
	"sequence_id" text NOT NULL,
	"step_id" text NOT NULL,
	"counted" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sequence_totals_org_id_sequence_id_step_id_counted_pk" PRIMARY KEY("org_id","sequence_id","step_id","counted")
);
--> statement-breakpoint
ALTER TABLE "sequence_enrolments" DROP CONSTRAINT "sequence_enrolments_org_id_contact_id_contacts_org_id_id_fk";
--> statement-breakpoint
DROP INDEX "sequence_enrolments_figures";--> statement-breakpoint
DROP INDEX "sequence_step_runs_figures";--> statement-breakpoint
ALTER TABLE "sequence_enrolments" ALTER COLUMN "contact_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sequence_step_runs" ADD COLUMN "message_state" "message_state";--> statement-breakpoint
CREATE INDEX "sequence_enrolments_held" ON "sequence_enrolments" USING btree ("org_id","sequence_id","id") WHERE held is not null;--> statement-breakpoint
CREATE INDEX "sequence_step_runs_message" ON "sequence_step_runs" USING btree ("org_id","message_id") WHERE message_id is not null;--> statement-breakpoint
-- Figures keep what an erased contact did, without the contact. The next run ends what is open.
CREATE FUNCTION empty_enrolments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sequence_enrolments SET contact_id = NULL, held = NULL, waits_until = NULL,
    due_at = CASE WHEN ended_at IS NULL THEN to_timestamp(0) END
  WHERE org_id = OLD.org_id AND contact_id = OLD.id;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER enrolments_delete AFTER DELETE ON "contacts" FOR EACH ROW EXECUTE FUNCTION empty_enrolments();--> statement-breakpoint
SELECT protect_tenant_table('sequence_totals');--> statement-breakpoint
-- What earlier versions wrote, of all organisations.
SET LOCAL ROLE tarishi_system;--> statement-breakpoint
UPDATE sequence_step_runs r SET message_state = m.state FROM messages m
WHERE m.org_id = r.org_id AND m.id = r.message_id AND m.state IN ('delivered', 'read', 'failed');--> statement-breakpoint
INSERT INTO sequence_totals (org_id, sequence_id, step_id, counted, count)
SELECT org_id, sequence_id, coalesce(step_id, ''), coalesce(end_reason, 'open'), count(*)
FROM sequence_enrolments GROUP BY 1, 2, 3, 4
UNION ALL
SELECT r.org_id, r.sequence_id, r.step_id, c.counted, count(*) FROM sequence_step_runs r CROSS JOIN LATERAL (
  SELECT r.outcome
  UNION ALL SELECT 'delivered' WHERE r.message_state IN ('delivered', 'read')
  UNION ALL SELECT 'read' WHERE r.message_state = 'read'
  UNION ALL SELECT 'failed' WHERE r.message_state = 'failed'
  UNION ALL SELECT 'answered' WHERE r.replied_at IS NOT NULL
) AS c(counted) GROUP BY 1, 2, 3, 4;--> statement-breakpoint
RESET ROLE;
