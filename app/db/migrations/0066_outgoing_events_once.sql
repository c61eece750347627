DROP INDEX "outgoing_events_once";--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_events_once" ON "outgoing_events" USING btree ("org_id","subject_id","type") WHERE type like 'message.%';--> statement-breakpoint
-- Reactions are events of their own, and are forgotten and deleted as messages are.
GRANT CREATE ON SCHEMA public TO tarishi_keeper;--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_person(org text, person text, talks text[], known_by text[])
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
      AND (e.name IN ('message.received', 'message.reacted') AND (e.data ->> 'contactId') IS NOT NULL AND (e.data ->> 'contactId') = ANY (persons)
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
CREATE OR REPLACE FUNCTION delete_message_notices(org text, conversation_ids text[]) RETURNS SETOF text LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM events WHERE org_id = org AND subject_id = ANY (conversation_ids)
    AND type IS NULL AND name IN ('message.received', 'message.reacted', 'legacy.noted') RETURNING id
$$;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM tarishi_keeper;
