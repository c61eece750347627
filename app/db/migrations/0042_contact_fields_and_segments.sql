CREATE TABLE "custom_fields" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"options" text[] DEFAULT '{}'::text[] NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "custom_fields_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "custom_fields_type" CHECK (type IN ('text', 'number', 'date', 'yes_no', 'choice'))
);
--> statement-breakpoint
CREATE TABLE "contact_values" (
	"org_id" text NOT NULL,
	"field_id" text NOT NULL,
	"contact_id" text NOT NULL,
	"text" text,
	"number" numeric,
	"day" date,
	"yes" boolean,
	CONSTRAINT "contact_values_org_id_field_id_contact_id_pk" PRIMARY KEY("org_id","field_id","contact_id"),
	CONSTRAINT "contact_values_one_type" CHECK (num_nonnulls("text", "number", "day", "yes") = 1)
);
--> statement-breakpoint
CREATE TABLE "contact_tags" (
	"org_id" text NOT NULL,
	"tag" text NOT NULL,
	"contact_id" text NOT NULL,
	CONSTRAINT "contact_tags_org_id_tag_contact_id_pk" PRIMARY KEY("org_id","tag","contact_id")
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"conditions" jsonb NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "segments_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "contact_imports" ADD COLUMN "is_mapped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_values" ADD CONSTRAINT "contact_values_org_id_field_id_custom_fields_org_id_id_fk" FOREIGN KEY ("org_id","field_id") REFERENCES "public"."custom_fields"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "custom_fields_name" ON "custom_fields" USING btree ("org_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "segments_name" ON "segments" USING btree ("org_id",lower("name"));--> statement-breakpoint
CREATE INDEX "contact_values_text" ON "contact_values" USING btree ("org_id","field_id","text","contact_id") WHERE text is not null;--> statement-breakpoint
CREATE INDEX "contact_values_number" ON "contact_values" USING btree ("org_id","field_id","number","contact_id") WHERE number is not null;--> statement-breakpoint
CREATE INDEX "contact_values_day" ON "contact_values" USING btree ("org_id","field_id","day","contact_id") WHERE day is not null;--> statement-breakpoint
CREATE INDEX "contact_values_yes" ON "contact_values" USING btree ("org_id","field_id","yes","contact_id") WHERE yes is not null;--> statement-breakpoint
SELECT protect_tenant_table('custom_fields');--> statement-breakpoint
SELECT protect_tenant_table('contact_values');--> statement-breakpoint
SELECT protect_tenant_table('contact_tags');--> statement-breakpoint
SELECT protect_tenant_table('segments');--> statement-breakpoint
-- The day alone: its index is written on a person's first message of a day and not on each.
ALTER TABLE "contacts" ADD COLUMN "last_seen_day" date GENERATED ALWAYS AS ((last_seen_at AT TIME ZONE 'Africa/Nairobi')::date) STORED;--> statement-breakpoint
DROP INDEX "contacts_tags";--> statement-breakpoint
CREATE INDEX "contacts_name" ON "contacts" USING btree ("org_id","name","id");--> statement-breakpoint
CREATE INDEX "contacts_seen" ON "contacts" USING btree ("org_id","last_seen_day" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "contacts_standing" ON "contacts" USING btree ("org_id","consent","opted_out_at","id");--> statement-breakpoint
CREATE INDEX "contacts_language" ON "contacts" USING btree ("org_id","language","id");--> statement-breakpoint
CREATE INDEX "conversations_labelled" ON "conversations" USING btree ("org_id","contact_id") WHERE labels <> '{}';--> statement-breakpoint
-- Row level security takes no index on an array or on jsonb, so tags and typed values stand one to a row beside the contact.
CREATE FUNCTION keep_contact_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM contact_tags WHERE org_id = OLD.org_id AND contact_id = OLD.id AND tag = ANY(OLD.tags);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO contact_tags (org_id, tag, contact_id)
    SELECT NEW.org_id, tag, NEW.id FROM unnest(NEW.tags) AS tag WHERE tag IS NOT NULL ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- PostgreSQL 16 has `pg_input_is_valid` for this. A later migration (dates_without_postgresql_16) brings both functions to
-- databases that ran this file with it.
CREATE FUNCTION is_iso_date(said text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN said ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' AND left(said, 4) <> '0000'
    THEN right(said, 2)::int <= extract(day FROM make_date(left(said, 4)::int, substr(said, 6, 2)::int, 1) + interval '1 month - 1 day')
    ELSE false
  END
$$;--> statement-breakpoint
-- What does not fit the type of its field is kept with the contact as it was written, and has no typed value.
CREATE FUNCTION set_contact_values(org text, contact text, fields jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO contact_values (org_id, field_id, contact_id, text, number, day, yes)
  SELECT org, typed.* FROM (
    SELECT f.id, contact,
      CASE WHEN f.type IN ('text', 'choice') AND said <> '' THEN left(lower(said), 200) END AS text,
      CASE WHEN f.type = 'number' AND said ~ '^-?\d{1,15}(\.\d{1,6})?$' THEN said::numeric END AS number,
      CASE WHEN f.type = 'date' AND is_iso_date(said) THEN said::date END AS day,
      CASE WHEN f.type = 'yes_no' AND said IN ('yes', 'no') THEN said = 'yes' END AS yes
    FROM custom_fields f CROSS JOIN LATERAL (SELECT contact_field(set_contact_values.fields, f.name)) AS s(said)
    WHERE f.org_id = org AND said IS NOT NULL
  ) AS typed
  WHERE num_nonnulls(typed.text, typed.number, typed.day, typed.yes) = 1
  ON CONFLICT (org_id, field_id, contact_id) DO UPDATE
    SET text = excluded.text, number = excluded.number, day = excluded.day, yes = excluded.yes
$$;--> statement-breakpoint
CREATE FUNCTION keep_contact_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM contact_values USING custom_fields
    WHERE custom_fields.org_id = OLD.org_id AND contact_values.org_id = OLD.org_id
      AND contact_values.field_id = custom_fields.id AND contact_values.contact_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM set_contact_values(NEW.org_id, NEW.id, NEW.fields);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER tags_insert AFTER INSERT ON "contacts" FOR EACH ROW WHEN (NEW.tags <> '{}') EXECUTE FUNCTION keep_contact_tags();--> statement-breakpoint
CREATE TRIGGER tags_update AFTER UPDATE OF tags ON "contacts" FOR EACH ROW
  WHEN (OLD.tags IS DISTINCT FROM NEW.tags) EXECUTE FUNCTION keep_contact_tags();--> statement-breakpoint
CREATE TRIGGER tags_delete AFTER DELETE ON "contacts" FOR EACH ROW WHEN (OLD.tags <> '{}') EXECUTE FUNCTION keep_contact_tags();--> statement-breakpoint
CREATE TRIGGER values_insert AFTER INSERT ON "contacts" FOR EACH ROW WHEN (NEW.fields <> '{}') EXECUTE FUNCTION keep_contact_values();--> statement-breakpoint
CREATE TRIGGER values_update AFTER UPDATE OF fields ON "contacts" FOR EACH ROW
  WHEN (OLD.fields IS DISTINCT FROM NEW.fields) EXECUTE FUNCTION keep_contact_values();--> statement-breakpoint
CREATE TRIGGER values_delete AFTER DELETE ON "contacts" FOR EACH ROW WHEN (OLD.fields <> '{}') EXECUTE FUNCTION keep_contact_values();--> statement-breakpoint
-- What earlier versions wrote, of all organisations.
SET LOCAL ROLE tarishi_system;--> statement-breakpoint
INSERT INTO contact_tags (org_id, tag, contact_id) SELECT org_id, tag, id FROM contacts, unnest(tags) AS tag ON CONFLICT DO NOTHING;--> statement-breakpoint
RESET ROLE;
