-- Partitions lie in a schema of their own. No role has a right to them: they are read through their table,
-- whose row level security applies. One for each day, one for all before and one for all after, so no row is
-- refused, and, other than with a default partition, PostgreSQL reads them in their order.
CREATE SCHEMA "partitions";
--> statement-breakpoint
-- Takes away from a table what only roles need that read it directly, before it becomes a partition.
CREATE FUNCTION become_partition(name text, partition text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  policy record;
BEGIN
  FOR policy IN SELECT polname FROM pg_policy WHERE polrelid = name::regclass LOOP
    EXECUTE format('DROP POLICY %I ON %I', policy.polname, name);
  END LOOP;
  EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %I DISABLE ROW LEVEL SECURITY', name);
  EXECUTE format('REVOKE ALL ON %I FROM tarishi_tenant, tarishi_system', name);
  EXECUTE format('ALTER TABLE %I SET SCHEMA partitions', name);
  EXECUTE format('ALTER TABLE partitions.%I RENAME TO %I', name, partition);
END
$$;
--> statement-breakpoint
ALTER TABLE "api_calls" DROP CONSTRAINT "api_calls_org_id_id_pk";--> statement-breakpoint
ALTER TABLE "api_calls" ADD CONSTRAINT "api_calls_org_id_id_created_at_pk" PRIMARY KEY("org_id","id","created_at");--> statement-breakpoint
SELECT become_partition('api_calls', 'api_calls_before');--> statement-breakpoint
CREATE TABLE "api_calls" (
	LIKE "partitions"."api_calls_before" INCLUDING DEFAULTS,
	CONSTRAINT "api_calls_org_id_id_created_at_pk" PRIMARY KEY("org_id","id","created_at")
) PARTITION BY RANGE ("created_at");--> statement-breakpoint
CREATE INDEX "api_calls_time" ON "api_calls" USING btree ("org_id","created_at","id");--> statement-breakpoint
SELECT protect_tenant_table('api_calls');--> statement-breakpoint
-- Webhooks that wait lie apart from those that are processed.
DROP INDEX "webhook_events_open";--> statement-breakpoint
DROP INDEX "webhook_events_waiting";--> statement-breakpoint
ALTER TABLE "webhook_events" DROP CONSTRAINT "webhook_events_pkey";--> statement-breakpoint
DO $$
DECLARE
  next bigint := coalesce(pg_sequence_last_value('webhook_events_id_seq'), 0) + 1;
BEGIN
  ALTER TABLE "webhook_events" ALTER COLUMN "id" DROP IDENTITY;
  PERFORM become_partition('webhook_events', 'processed_webhooks_before');
  CREATE TABLE "webhook_events" (
    "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    "source" text DEFAULT 'meta' NOT NULL,
    "account_key" text DEFAULT '' NOT NULL,
    "is_status" boolean DEFAULT false NOT NULL,
    "body" text NOT NULL,
    "received_at" timestamp with time zone DEFAULT now() NOT NULL
  );
  WITH waiting AS (
    DELETE FROM "partitions"."processed_webhooks_before" WHERE "processed_at" IS NULL RETURNING *
  )
  INSERT INTO "webhook_events" ("id", "source", "account_key", "is_status", "body", "received_at") OVERRIDING SYSTEM VALUE
  SELECT "id", "source", "account_key", "is_status", "body", "received_at" FROM waiting;
  EXECUTE format('ALTER TABLE webhook_events ALTER COLUMN id RESTART WITH %s', next);
END
$$;
--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("account_key","is_status","id");--> statement-breakpoint
ALTER TABLE "partitions"."processed_webhooks_before" ALTER COLUMN "processed_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "partitions"."processed_webhooks_before" ADD PRIMARY KEY ("id","processed_at");--> statement-breakpoint
CREATE TABLE "processed_webhooks" (
	"id" bigint NOT NULL,
	"source" text NOT NULL,
	"account_key" text NOT NULL,
	"is_status" boolean NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone NOT NULL,
	"error" text,
	CONSTRAINT "processed_webhooks_id_processed_at_pk" PRIMARY KEY("id","processed_at")
) PARTITION BY RANGE ("processed_at");--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['webhook_events', 'processed_webhooks'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY system ON %I TO tarishi_system USING (true) WITH CHECK (true)', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tarishi_system', name);
  END LOOP;
END
$$;
--> statement-breakpoint
-- The newest id, for what was stored before a point in time.
GRANT SELECT ON SEQUENCE "webhook_events_id_seq" TO tarishi_system;--> statement-breakpoint
ALTER TABLE "retention_runs" DROP COLUMN "webhooks";--> statement-breakpoint
-- The lower or upper bound of a partition, by the words FROM or TO; null if it has none.
CREATE FUNCTION partition_bound(partition text, side text) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT substring(pg_get_expr(relpartbound, oid) FROM side || ' \(''([^'']+)''\)')::timestamptz
  FROM pg_class WHERE oid = partition::regclass
$$;
--> statement-breakpoint
-- Makes the partitions of today and the days ahead, and drops those that ended before `keep_from`. Rows that
-- came before their partition are moved to it.
CREATE FUNCTION keep_partitions(parent text, ahead integer, keep_from timestamptz, today timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET lock_timeout = '5s' AS $$
DECLARE
  whole text := format('public.%I', parent);
  before text := format('partitions.%I', parent || '_before');
  after text := format('partitions.%I', parent || '_after');
  kept timestamptz := date_trunc('day', keep_from);
  ends timestamptz := date_trunc('day', today) + (ahead + 1) * interval '1 day';
  day timestamptz := public.partition_bound(after, 'FROM');
  key text;
  made text;
  old record;
BEGIN
  IF keep_from > today - interval '1 day' THEN
    RAISE EXCEPTION 'partitions are kept for a day at least';
  END IF;
  SELECT a.attname INTO STRICT key FROM pg_partitioned_table p
    JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0] WHERE p.partrelid = whole::regclass;
  IF day < ends THEN
    EXECUTE format('ALTER TABLE %s DETACH PARTITION %s', whole, after);
    WHILE day < ends LOOP
      made := format('partitions.%I', parent || to_char(day, '_YYYYMMDD'));
      EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING ALL)', made, whole);
      EXECUTE format('WITH moved AS (DELETE FROM %s WHERE %I < %L RETURNING *) INSERT INTO %s SELECT * FROM moved',
        after, key, day + interval '1 day', made);
      EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)',
        whole, made, day, day + interval '1 day');
      day := day + interval '1 day';
    END LOOP;
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%L) TO (MAXVALUE)', whole, after, ends);
  END IF;
  IF public.partition_bound(before, 'TO') < kept THEN
    EXECUTE format('ALTER TABLE %s DETACH PARTITION %s', whole, before);
    EXECUTE format('TRUNCATE %s', before);
    FOR old IN
      SELECT inhrelid::regclass::text AS name FROM pg_inherits
      WHERE inhparent = whole::regclass AND public.partition_bound(inhrelid::regclass::text, 'TO') <= kept
    LOOP
      EXECUTE format('DROP TABLE %s', old.name);
    END LOOP;
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (MINVALUE) TO (%L)', whole, before, kept);
  END IF;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION keep_partitions(text, integer, timestamptz, timestamptz) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION keep_partitions(text, integer, timestamptz, timestamptz) TO tarishi_system;--> statement-breakpoint
-- Rows of before stay where they are, until the last of them has expired.
DO $$
DECLARE
  parent text;
  today timestamptz;
  has_rows boolean;
BEGIN
  FOREACH parent IN ARRAY ARRAY['api_calls', 'processed_webhooks'] LOOP
    today := date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM partitions.%I)', parent || '_before') INTO has_rows;
    IF has_rows THEN
      today := today + interval '1 day';
    END IF;
    EXECUTE format('CREATE TABLE partitions.%I (LIKE %I INCLUDING ALL)', parent || '_after', parent);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION partitions.%I FOR VALUES FROM (MINVALUE) TO (%L)',
      parent, parent || '_before', today);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION partitions.%I FOR VALUES FROM (%L) TO (MAXVALUE)',
      parent, parent || '_after', today);
    PERFORM keep_partitions(parent, 7, now() - interval '30 days', now());
  END LOOP;
END
$$;
--> statement-breakpoint
DROP FUNCTION become_partition(text, text);
