CREATE TABLE "account_notes" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"whatsapp_account_id" text NOT NULL,
	"body" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_notes_org_id_whatsapp_account_id_id_pk" PRIMARY KEY("org_id","whatsapp_account_id","id")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"rule" text NOT NULL,
	"type" text NOT NULL,
	"service" text NOT NULL,
	"message" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "api_versions" (
	"version" text PRIMARY KEY NOT NULL,
	"released_on" date NOT NULL,
	"ends_on" date
);
--> statement-breakpoint
CREATE TABLE "event_seals" (
	"org_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"event_id" text NOT NULL,
	"key_id" text NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_seals_org_id_seq_pk" PRIMARY KEY("org_id","seq"),
	CONSTRAINT "event_seals_event" UNIQUE("org_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "plan_overrides" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"plan_type" text NOT NULL,
	"message_limit" integer NOT NULL,
	"former_plan_type" text NOT NULL,
	"former_message_limit" integer NOT NULL,
	"reason" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "plan_overrides_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "platform_hours" (
	"hour" timestamp with time zone NOT NULL,
	"direction" text NOT NULL,
	"state" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "platform_hours_hour_direction_state_pk" PRIMARY KEY("hour","direction","state")
);
--> statement-breakpoint
CREATE TABLE "platform_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"changed_by" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revenue_days" (
	"org_id" text NOT NULL,
	"day" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "revenue_days_org_id_day_pk" PRIMARY KEY("org_id","day")
);
--> statement-breakpoint
CREATE TABLE "sample_hours" (
	"series" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	"up" integer NOT NULL,
	"sum" double precision NOT NULL,
	"max" double precision NOT NULL,
	CONSTRAINT "sample_hours_series_hour_pk" PRIMARY KEY("series","hour")
);
--> statement-breakpoint
CREATE TABLE "samples" (
	"series" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"value" double precision NOT NULL,
	"state" text,
	"detail" text,
	CONSTRAINT "samples_series_at_pk" PRIMARY KEY("series","at")
);
--> statement-breakpoint
CREATE TABLE "suspensions" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"level" text NOT NULL,
	"reason" text NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_by" text,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	CONSTRAINT "suspensions_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "staff_role" text;--> statement-breakpoint
ALTER TABLE "whatsapp_accounts" ADD COLUMN "staff_suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "whatsapp_accounts" ADD COLUMN "last_webhook_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "whatsapp_accounts" ADD COLUMN "last_webhook_error_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("rule") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "alerts_time" ON "alerts" USING btree ("opened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_overrides_open" ON "plan_overrides" USING btree ("org_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "revenue_days_day" ON "revenue_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "samples_at" ON "samples" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "suspensions_open" ON "suspensions" USING btree ("org_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "organisations_created" ON "organisations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "hourly_totals_hour" ON "hourly_totals" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "event_seals_time" ON "event_seals" USING btree ("sealed_at");--> statement-breakpoint
CREATE INDEX "events_time" ON "events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "events_staff" ON "events" USING btree ("at") WHERE actor_kind = 'staff';--> statement-breakpoint
CREATE INDEX "journal_entries_time" ON "journal_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "monthly_usage_month" ON "monthly_usage" USING btree ("month");--> statement-breakpoint
CREATE INDEX "templates_created" ON "templates" USING btree ("created_at");--> statement-breakpoint
-- An organisation sees what was taken from it and why, and what it has for a time; only staff write it.
SELECT protect_tenant_table(name) FROM unnest(ARRAY['suspensions', 'plan_overrides', 'revenue_days']) AS name;
--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON suspensions, plan_overrides FROM tarishi_tenant;
--> statement-breakpoint
-- All others are the platform's own.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['account_notes', 'event_seals', 'platform_settings', 'api_versions', 'samples', 'sample_hours', 'alerts', 'platform_hours'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY system ON %I TO tarishi_system USING (true) WITH CHECK (true)', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tarishi_system', name);
  END LOOP;
END
$$;
--> statement-breakpoint
REVOKE UPDATE, DELETE ON event_seals FROM tarishi_system;
--> statement-breakpoint
-- Revenue by day follows the postings, as the balances do.
CREATE FUNCTION post_to_revenue_day() RETURNS trigger LANGUAGE plpgsql SECURITY INVOKER AS $$
BEGIN
  INSERT INTO revenue_days (org_id, day, amount_cents)
    SELECT NEW.org_id, (e.created_at AT TIME ZONE 'Africa/Nairobi')::date, NEW.amount_cents
      FROM journal_entries e WHERE e.org_id = NEW.org_id AND e.id = NEW.entry_id
    ON CONFLICT (org_id, day) DO UPDATE SET amount_cents = revenue_days.amount_cents + EXCLUDED.amount_cents;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER postings_move_revenue_day AFTER INSERT ON postings
  FOR EACH ROW WHEN (NEW.account = 'revenue') EXECUTE FUNCTION post_to_revenue_day();
--> statement-breakpoint
INSERT INTO revenue_days (org_id, day, amount_cents)
  SELECT p.org_id, (e.created_at AT TIME ZONE 'Africa/Nairobi')::date, sum(p.amount_cents)
    FROM postings p JOIN journal_entries e ON e.org_id = p.org_id AND e.id = p.entry_id
    WHERE p.account = 'revenue' GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO platform_hours (hour, direction, state, count)
  SELECT hour, direction, state::text, sum(count) FROM hourly_totals GROUP BY 1, 2, 3;
--> statement-breakpoint
-- Administrators of before could do everything.
UPDATE users SET staff_role = 'owner' WHERE usertype = 'admin';
--> statement-breakpoint
INSERT INTO api_versions (version, released_on, ends_on) VALUES
  ('v17.0', '2023-05-23', '2025-09-12'),
  ('v18.0', '2023-09-12', '2026-01-26'),
  ('v19.0', '2024-01-23', '2026-05-21'),
  ('v20.0', '2024-05-21', '2026-09-24'),
  ('v21.0', '2024-10-02', '2027-01-21'),
  ('v22.0', '2025-01-21', '2027-05-20'),
  ('v23.0', '2025-05-29', '2027-10-08'),
  ('v24.0', '2025-10-08', '2028-02-18'),
  ('v25.0', '2026-02-18', '2028-07-29'),
  ('v26.0', '2026-07-29', NULL);
