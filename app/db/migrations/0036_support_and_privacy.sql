CREATE TABLE "data_settings" (
	"org_id" text NOT NULL,
	"retention_days" integer DEFAULT 30 NOT NULL,
	"support_allowed" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_settings_org_id_pk" PRIMARY KEY("org_id")
);
--> statement-breakpoint
CREATE TABLE "event_redactions" (
	"org_id" text NOT NULL,
	"event_id" text NOT NULL,
	"key_id" text NOT NULL,
	"hash" text NOT NULL,
	"redacted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_redactions_org_id_event_id_pk" PRIMARY KEY("org_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "person_requests" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"contact_id" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_by" text,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"refusal" text,
	"certificate" jsonb,
	CONSTRAINT "person_requests_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "retention_reports" (
	"org_id" text NOT NULL,
	"run_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"retention_days" integer NOT NULL,
	"conversations" integer NOT NULL,
	"messages" integer NOT NULL,
	"emptied" integer NOT NULL,
	CONSTRAINT "retention_reports_org_id_run_id_pk" PRIMARY KEY("org_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"organisations" integer DEFAULT 0 NOT NULL,
	"conversations" bigint DEFAULT 0 NOT NULL,
	"messages" bigint DEFAULT 0 NOT NULL,
	"campaigns" integer DEFAULT 0 NOT NULL,
	"webhooks" bigint DEFAULT 0 NOT NULL,
	"batches" integer DEFAULT 0 NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "send_minutes" (
	"org_id" text NOT NULL,
	"phone_number_id" text NOT NULL,
	"lane" smallint NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "send_minutes_org_id_phone_number_id_lane_minute_pk" PRIMARY KEY("org_id","phone_number_id","lane","minute")
);
--> statement-breakpoint
CREATE TABLE "support_visits" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"session_id" text NOT NULL,
	"staff_user_id" text NOT NULL,
	"for_user_id" text NOT NULL,
	"reason" text NOT NULL,
	"ticket" text,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"act_reason" text,
	"acting_since" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_because" text,
	CONSTRAINT "support_visits_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "on_behalf_of" text;--> statement-breakpoint
ALTER TABLE "retention_reports" ADD CONSTRAINT "retention_reports_run_id_retention_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."retention_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "person_requests_open" ON "person_requests" USING btree ("org_id","contact_id","kind") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "person_requests_due" ON "person_requests" USING btree ("due_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "person_requests_time" ON "person_requests" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "retention_runs_time" ON "retention_runs" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "send_minutes_time" ON "send_minutes" USING btree ("minute");--> statement-breakpoint
CREATE UNIQUE INDEX "support_visits_open" ON "support_visits" USING btree ("session_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "support_visits_time" ON "support_visits" USING btree ("started_at");--> statement-breakpoint
SELECT protect_tenant_table(name)
  FROM unnest(ARRAY['data_settings', 'event_redactions', 'person_requests', 'retention_reports', 'send_minutes', 'support_visits']) AS name;--> statement-breakpoint
-- Who came in, and what was deleted, is seen by the organisation and written by the platform; it may end a visit.
REVOKE INSERT, DELETE ON support_visits FROM tarishi_tenant;--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON retention_reports FROM tarishi_tenant;--> statement-breakpoint
REVOKE DELETE ON event_redactions, person_requests FROM tarishi_tenant;--> statement-breakpoint
ALTER TABLE retention_runs ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE retention_runs FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY system ON retention_runs TO tarishi_system USING (true) WITH CHECK (true);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON retention_runs TO tarishi_system;--> statement-breakpoint
-- As before, but answers which events it changed, with the seal that each had: what is left of them is signed anew. The
-- lock is the one of sealing, so that none is sealed with what is just taken out of it.
DROP FUNCTION forget_person(text, text, text[], text[]);--> statement-breakpoint
CREATE FUNCTION forget_person(org text, person text, talks text[], known_by text[])
  RETURNS TABLE (event_id text, seal text)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  persons text[];
  touched text[] := '{}';
  now_touched text[];
  nobody constant jsonb := '{"name": "", "contact": "", "phone": null, "bsuid": null, "source": "", "excerpt": ""}';
BEGIN
  PERFORM require_own_organisation(org);
  PERFORM pg_advisory_xact_lock(728391004);
  persons := ARRAY(
    WITH RECURSIVE same AS (
      SELECT person AS id
      UNION
      SELECT e.data ->> 'mergedId' FROM same JOIN events e ON e.org_id = org AND e.subject_id = same.id
      WHERE e.name = 'contact.merged'
    )
    SELECT id FROM same);
  WITH gone AS (
    DELETE FROM events e WHERE e.org_id = org
      AND (e.name = 'message.received' AND (e.data ->> 'contactId') IS NOT NULL AND (e.data ->> 'contactId') = ANY (persons)
        OR e.name = 'legacy.noted' AND e.type IS NULL AND e.subject_id = ANY (talks))
    RETURNING e.id)
  SELECT coalesce(array_agg(gone.id), '{}') INTO now_touched FROM gone;
  touched := touched || now_touched;
  WITH changed AS (
    UPDATE events e SET changes = NULL,
      data = e.data || (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(nobody) WHERE e.data ? key)
    WHERE e.org_id = org AND e.name <> 'legacy.noted'
      AND (e.subject_id = ANY (persons) OR e.subject_id = ANY (talks)
        OR (e.data ->> 'contactId') IS NOT NULL AND (e.data ->> 'contactId') = ANY (persons))
    RETURNING e.id)
  SELECT coalesce(array_agg(changed.id), '{}') INTO now_touched FROM changed;
  touched := touched || now_touched;
  WITH changed AS (
    UPDATE events e SET data = e.data || '{"details": ""}'
    WHERE e.org_id = org AND e.name = 'legacy.noted'
      AND EXISTS (SELECT 1 FROM unnest(known_by) AS known WHERE strpos(e.data ->> 'details', known) > 0)
    RETURNING e.id)
  SELECT coalesce(array_agg(changed.id), '{}') INTO now_touched FROM changed;
  touched := touched || now_touched;
  RETURN QUERY SELECT t.id, s.hash FROM unnest(touched) AS t(id)
    LEFT JOIN event_seals s ON s.org_id = org AND s.event_id = t.id;
END $$;--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO tarishi_system;--> statement-breakpoint
ALTER FUNCTION forget_person(text, text, text[], text[]) OWNER TO tarishi_system;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM tarishi_system;--> statement-breakpoint
REVOKE ALL ON FUNCTION forget_person(text, text, text[], text[]) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION forget_person(text, text, text[], text[]) TO tarishi_tenant;
