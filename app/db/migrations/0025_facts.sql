-- What is told of a person in events is found by the person.
CREATE INDEX "events_person" ON "events" USING btree ("org_id",(data ->> 'contactId')) WHERE (data ->> 'contactId') is not null;--> statement-breakpoint
-- Takes out of the events of the organisation what they tell of a person who was erased, and of the contacts that were
-- merged into them: what they wrote goes with its event; entries of the log stay, and name nobody. What earlier versions
-- wrote as sentences is found by what the person was `known_by`, and by their conversations.
CREATE FUNCTION forget_person(org text, person text, talks text[], known_by text[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  persons text[];
  nobody constant jsonb := '{"name": "", "contact": "", "phone": null, "bsuid": null, "source": "", "excerpt": ""}';
BEGIN
  PERFORM require_own_organisation(org);
  persons := ARRAY(
    WITH RECURSIVE same AS (
      SELECT person AS id
      UNION
      SELECT e.data ->> 'mergedId' FROM same JOIN events e ON e.org_id = org AND e.subject_id = same.id
      WHERE e.name = 'contact.merged'
    )
    SELECT id FROM same);
  DELETE FROM events WHERE org_id = org AND name = 'message.received'
    AND (data ->> 'contactId') IS NOT NULL AND (data ->> 'contactId') = ANY (persons);
  DELETE FROM events WHERE org_id = org AND name = 'legacy.noted' AND type IS NULL AND subject_id = ANY (talks);
  UPDATE events SET changes = NULL,
    data = data || (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(nobody) WHERE data ? key)
  WHERE org_id = org AND name <> 'legacy.noted'
    AND (subject_id = ANY (persons) OR subject_id = ANY (talks) OR (data ->> 'contactId') IS NOT NULL AND (data ->> 'contactId') = ANY (persons));
  UPDATE events SET data = data || '{"details": ""}'
  WHERE org_id = org AND name = 'legacy.noted'
    AND EXISTS (SELECT 1 FROM unnest(known_by) AS known WHERE strpos(data ->> 'details', known) > 0);
END $$;--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO tarishi_system;--> statement-breakpoint
ALTER FUNCTION forget_person(text, text, text[], text[]) OWNER TO tarishi_system;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM tarishi_system;--> statement-breakpoint
REVOKE ALL ON FUNCTION forget_person(text, text, text[], text[]) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION forget_person(text, text, text[], text[]) TO tarishi_tenant;--> statement-breakpoint
-- What a journal entry is about, as a code with its facts. A template sent singly is told without the name of who got it.
ALTER TABLE "journal_entries" RENAME COLUMN "description" TO "about";--> statement-breakpoint
ALTER TABLE "journal_entries" ALTER COLUMN "about" TYPE jsonb USING CASE
  WHEN about = 'Sandbox starting credit' THEN '{"code": "credit.sandbox_start"}'
  WHEN about = 'Test credit' THEN '{"code": "credit.test"}'
  WHEN about = 'Demo credit' THEN '{"code": "credit.demo"}'
  WHEN about ~ '^[0-9,]+ messages? (delivered|not delivered|delivered after all)$' THEN jsonb_build_object(
    'code', 'messages.' || replace(substring(about from 'messages? (.*)$'), ' ', '_'),
    'messages', replace(substring(about from '^[0-9,]+'), ',', '')::integer)
  WHEN kind = 'hold' AND about ~ '^(On hold|Set aside) for “.*”: [0-9,]+ messages?$' THEN jsonb_build_object(
    'code', 'hold.campaign', 'campaign', substring(about from '“(.*)”'),
    'messages', replace(substring(about from '([0-9,]+) messages?$'), ',', '')::integer)
  WHEN kind = 'hold' AND about ~ '^(On hold|Set aside) for [a-z0-9_]+ to .*: 1 message$' THEN jsonb_build_object(
    'code', 'hold.message', 'template', substring(about from '^(?:On hold|Set aside) for ([a-z0-9_]+) to '))
  ELSE jsonb_build_object('code', 'legacy', 'said', about) END;--> statement-breakpoint
-- Why rows were refused, and why imports stopped.
ALTER TABLE "contact_import_errors" ALTER COLUMN "reason" TYPE jsonb USING jsonb_build_object('code', 'legacy', 'said', reason);--> statement-breakpoint
ALTER TABLE "contact_imports" ALTER COLUMN "error" TYPE jsonb
  USING CASE WHEN error IS NOT NULL THEN jsonb_build_object('code', 'legacy', 'said', error) END;
