ALTER TABLE "campaigns" ADD COLUMN "messages_from" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "messages_to" text DEFAULT 'msh' NOT NULL;--> statement-breakpoint
-- The least id that a message of this moment can have.
CREATE FUNCTION message_id_at(moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp AS $$
  SELECT 'msg_' || lpad(to_hex(floor(extract(epoch FROM moment) * 1000)::bigint), 12, '0')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION partition_bound(partition text, side text) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN bound LIKE 'msg\_%' THEN to_timestamp(('x' || substr(bound, 5, 12))::bit(48)::bigint / 1000.0)
    ELSE bound::timestamptz END
  FROM (SELECT substring(pg_get_expr(relpartbound, oid) FROM side || ' \(''([^'']+)''\)') AS bound
    FROM pg_class WHERE oid = partition::regclass) AS bounds
$$;
--> statement-breakpoint
-- A moment as the bound of a partition.
CREATE FUNCTION partition_limit(moment timestamptz, by_month boolean) RETURNS text LANGUAGE sql STABLE
  SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN by_month THEN public.message_id_at(moment) ELSE moment::text END
$$;
--> statement-breakpoint
-- Partitioned by a time: a partition for each day. By the id of a message: one for each month. Makes those of today and
-- `ahead` more, and drops those that ended before `keep_from`, if it is not null. Rows that came before their partition
-- are moved to it. New ones have the storage parameters of the partition of all after.
CREATE OR REPLACE FUNCTION keep_partitions(parent text, ahead integer, keep_from timestamptz, today timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET lock_timeout = '5s' AS $$
DECLARE
  whole text := format('public.%I', parent);
  before text := format('partitions.%I', parent || '_before');
  after text := format('partitions.%I', parent || '_after');
  begins timestamptz := public.partition_bound(after, 'FROM');
  key text;
  by_month boolean;
  unit text;
  kept timestamptz;
  ends timestamptz;
  next timestamptz;
  made text;
  parameters text;
  old record;
BEGIN
  IF keep_from > today - interval '1 day' THEN
    RAISE EXCEPTION 'partitions are kept for a day at least';
  END IF;
  SELECT a.attname, a.atttypid = 'text'::regtype INTO STRICT key, by_month FROM pg_partitioned_table p
    JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0] WHERE p.partrelid = whole::regclass;
  unit := CASE WHEN by_month THEN 'month' ELSE 'day' END;
  kept := date_trunc(unit, keep_from);
  ends := date_trunc(unit, today) + (ahead + 1) * ('1 ' || unit)::interval;
  IF begins < ends THEN
    SELECT ' WITH (' || array_to_string(reloptions, ', ') || ')' INTO parameters FROM pg_class WHERE oid = after::regclass;
    EXECUTE format('ALTER TABLE %s DETACH PARTITION %s', whole, after);
    WHILE begins < ends LOOP
      next := begins + ('1 ' || unit)::interval;
      made := format('partitions.%I', parent || to_char(begins, CASE WHEN by_month THEN '_YYYYMM' ELSE '_YYYYMMDD' END));
      EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING ALL)%s', made, whole, coalesce(parameters, ''));
      EXECUTE format('WITH moved AS (DELETE FROM %s WHERE %I < %L RETURNING *) INSERT INTO %s SELECT * FROM moved',
        after, key, public.partition_limit(next, by_month), made);
      EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)',
        whole, made, public.partition_limit(begins, by_month), public.partition_limit(next, by_month));
      begins := next;
    END LOOP;
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%L) TO (MAXVALUE)',
      whole, after, public.partition_limit(ends, by_month));
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
    EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (MINVALUE) TO (%L)',
      whole, before, public.partition_limit(kept, by_month));
  END IF;
END
$$;
--> statement-breakpoint
-- The table of before becomes the partition of the months before, without moving a row.
DROP INDEX "messages_campaign_sequence";--> statement-breakpoint
DO $$
DECLARE
  policy record;
BEGIN
  FOR policy IN SELECT polname FROM pg_policy WHERE polrelid = 'public.messages'::regclass LOOP
    EXECUTE format('DROP POLICY %I ON public.messages', policy.polname);
  END LOOP;
END
$$;
--> statement-breakpoint
ALTER TABLE "messages" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
REVOKE ALL ON "messages" FROM tarishi_tenant, tarishi_system;--> statement-breakpoint
ALTER TABLE "messages" SET SCHEMA "partitions";--> statement-breakpoint
ALTER TABLE "partitions"."messages" RENAME TO "messages_before";--> statement-breakpoint
CREATE TABLE "messages" (
	LIKE "partitions"."messages_before" INCLUDING DEFAULTS,
	CONSTRAINT "messages_org_id_id_pk" PRIMARY KEY("org_id","id")
) PARTITION BY RANGE ("id");--> statement-breakpoint
CREATE INDEX "messages_campaign_sequence" ON "messages" USING btree ("org_id","campaign_id","sequence") WHERE campaign_id is not null;--> statement-breakpoint
CREATE INDEX "messages_thread" ON "messages" USING btree ("org_id","contact_id","id");--> statement-breakpoint
CREATE INDEX "messages_single" ON "messages" USING btree ("org_id","template_id","created_at") WHERE campaign_id is null;--> statement-breakpoint
CREATE INDEX "messages_single_time" ON "messages" USING btree ("org_id","created_at") WHERE campaign_id is null;--> statement-breakpoint
CREATE INDEX "messages_failed" ON "messages" USING btree ("org_id","campaign_id","sequence") WHERE failed_at is not null and campaign_id is not null;--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("phone_number_id","campaign_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "messages_due_single" ON "messages" USING btree ("due_at") WHERE due_at is not null and campaign_id is null;--> statement-breakpoint
CREATE INDEX "messages_newest_texts" ON "messages" USING btree ("org_id","id") WHERE campaign_id is null and search_text is not null;--> statement-breakpoint
CREATE INDEX "messages_texts" ON "messages" USING gin ("org_id","search_text" gin_trgm_ops) WHERE campaign_id is null and search_text is not null;--> statement-breakpoint
SELECT protect_tenant_table('messages');--> statement-breakpoint
DO $$
DECLARE
  newest text;
  bound text;
BEGIN
  SELECT max(id) INTO newest FROM partitions.messages_before;
  SET LOCAL timezone = 'UTC';
  bound := message_id_at(date_trunc('month', now()));
  IF newest >= bound THEN
    bound := message_id_at(date_trunc('month',
      greatest(now(), to_timestamp(('x' || substr(newest, 5, 12))::bit(48)::bigint / 1000.0))) + interval '1 month');
  END IF;
  CREATE TABLE partitions.messages_after (LIKE public.messages INCLUDING ALL)
    WITH (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.05);
  EXECUTE format('ALTER TABLE public.messages ATTACH PARTITION partitions.messages_before FOR VALUES FROM (MINVALUE) TO (%L)', bound);
  EXECUTE format('ALTER TABLE public.messages ATTACH PARTITION partitions.messages_after FOR VALUES FROM (%L) TO (MAXVALUE)', bound);
END
$$;
--> statement-breakpoint
-- All messages of started campaigns are written.
ALTER TABLE "campaigns" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "campaigns" SET "messages_to" = message_id_at(partition_bound('partitions.messages_before', 'TO')) WHERE "started_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
SELECT keep_partitions('messages', 2, NULL, now());--> statement-breakpoint
-- Planner statistics after `added` rows of the month of `moment` that change the picture (autovacuum's own rule, without
-- its minute of delay): of the month, and of the whole table, which autovacuum leaves out. As the owner, since no other
-- role may. Another session's vacuum is not waited for.
DROP FUNCTION analyze_messages_after(integer);--> statement-breakpoint
CREATE FUNCTION analyze_messages_after(added integer, moment timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT 1 AS turn, 'public.messages' AS name, reltuples FROM pg_class WHERE oid = 'public.messages'::regclass
    UNION ALL
    SELECT 2, oid::regclass::text, reltuples FROM pg_inherits JOIN pg_class ON oid = inhrelid
    WHERE inhparent = 'public.messages'::regclass AND moment >= coalesce(partition_bound(oid::regclass::text, 'FROM'), '-infinity')
      AND moment < coalesce(partition_bound(oid::regclass::text, 'TO'), 'infinity')
    ORDER BY turn
  LOOP
    IF added >= 50 + 0.1 * greatest(part.reltuples, 0) THEN
      EXECUTE format('ANALYZE %s', part.name);
      RETURN;
    END IF;
  END LOOP;
EXCEPTION WHEN lock_not_available THEN
  NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION analyze_messages_after(integer, timestamptz) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION analyze_messages_after(integer, timestamptz) TO tarishi_tenant;
