-- In PL/pgSQL, since the trigger of a shard can call no function in SQL that writes to another one with parameters.
CREATE OR REPLACE FUNCTION set_contact_values(org text, contact text, fields jsonb) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO contact_values (org_id, field_id, contact_id, text, number, day, yes)
  SELECT $1, typed.* FROM (
    SELECT f.id, $2,
      CASE WHEN f.type IN ('text', 'choice') AND said <> '' THEN left(lower(said), 200) END AS text,
      CASE WHEN f.type = 'number' AND said ~ '^-?\d{1,15}(\.\d{1,6})?$' THEN said::numeric END AS number,
      CASE WHEN f.type = 'date' AND is_iso_date(said) THEN said::date END AS day,
      CASE WHEN f.type = 'yes_no' AND said IN ('yes', 'no') THEN said = 'yes' END AS yes
    FROM custom_fields f CROSS JOIN LATERAL (SELECT contact_field($3, f.name)) AS s(said)
    WHERE f.org_id = $1 AND said IS NOT NULL
  ) AS typed
  WHERE num_nonnulls(typed.text, typed.number, typed.day, typed.yes) = 1
  ON CONFLICT (org_id, field_id, contact_id) DO UPDATE
    SET text = excluded.text, number = excluded.number, day = excluded.day, yes = excluded.yes;
END
$$;
