ALTER TABLE "contact_imports" ADD COLUMN "opted_out" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_logs" ADD COLUMN "correlation_id" text;--> statement-breakpoint
CREATE INDEX "activity_logs_correlation" ON "activity_logs" USING btree ("org_id","correlation_id") WHERE correlation_id is not null;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "month" text;--> statement-breakpoint
-- A field of a contact by its name, whatever its case; the one that is written exactly so, where there are several.
CREATE FUNCTION contact_field(fields jsonb, name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(fields ->> name, (SELECT value FROM jsonb_each_text(fields) WHERE lower(key) = lower(name) ORDER BY key LIMIT 1))
$$;--> statement-breakpoint
-- Fields of two rows about one person: names are written as they were known, the added values win.
CREATE FUNCTION united_fields(known jsonb, added jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(jsonb_object_agg(coalesce(k.key, a.key), coalesce(a.value, k.value)), '{}')
  FROM jsonb_each(known) k FULL JOIN jsonb_each(added) a ON lower(a.key) = lower(k.key)
$$;--> statement-breakpoint
-- What earlier versions wrote, of all organisations.
SET LOCAL ROLE tarishi_system;--> statement-breakpoint
UPDATE "holds" SET "month" = to_char(holds.created_at AT TIME ZONE organisations.timezone, 'YYYY-MM')
FROM organisations WHERE organisations.id = holds.org_id;--> statement-breakpoint
UPDATE "activity_logs" SET "action" = 'Wrong two-step code' WHERE "action" = 'Wrong second factor';--> statement-breakpoint
-- Fields of one contact that differ only in case: the second is numbered, as an import numbers its columns.
UPDATE "contacts" SET "fields" = numbered.fields
FROM (
  SELECT org_id, id, jsonb_object_agg(CASE n WHEN 1 THEN key ELSE key || ' ' || n END, value) AS fields
  FROM (
    SELECT c.org_id, c.id, f.key, f.value, row_number() OVER (PARTITION BY c.org_id, c.id, lower(f.key) ORDER BY f.key) AS n
    FROM contacts c, jsonb_each(c.fields) f
    WHERE c.fields <> '{}'
  ) AS one_by_one
  GROUP BY org_id, id
  HAVING max(n) > 1
) AS numbered
WHERE contacts.org_id = numbered.org_id AND contacts.id = numbered.id;--> statement-breakpoint
RESET ROLE;--> statement-breakpoint
ALTER TABLE "holds" ALTER COLUMN "month" SET NOT NULL;
