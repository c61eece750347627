-- Databases that ran 0042 before it worked on PostgreSQL 15 get the same functions as new ones.
CREATE OR REPLACE FUNCTION is_iso_date(said text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN said ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' AND left(said, 4) <> '0000'
    THEN right(said, 2)::int <= extract(day FROM make_date(left(said, 4)::int, substr(said, 6, 2)::int, 1) + interval '1 month - 1 day')
    ELSE false
  END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION set_contact_values(org text, contact text, fields jsonb) RETURNS void LANGUAGE sql AS $$
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
$$;
