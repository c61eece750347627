-- Both are trusted extensions: the owner of a database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE TABLE "reply_drafts" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reply_drafts_org_id_conversation_id_user_id_pk" PRIMARY KEY("org_id","conversation_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "last_campaign_message_id" text;--> statement-breakpoint
ALTER TABLE "reply_drafts" ADD CONSTRAINT "reply_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_drafts" ADD CONSTRAINT "reply_drafts_org_id_conversation_id_conversations_org_id_id_fk" FOREIGN KEY ("org_id","conversation_id") REFERENCES "public"."conversations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contacts_texts" ON "contacts" USING gin ("org_id","search_text" gin_trgm_ops,"phone" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_newest_texts" ON "messages" USING btree ("org_id","id") WHERE campaign_id is null and search_text is not null;--> statement-breakpoint
CREATE INDEX "messages_texts" ON "messages" USING gin ("org_id","search_text" gin_trgm_ops) WHERE campaign_id is null and search_text is not null;--> statement-breakpoint
SELECT protect_tenant_table('reply_drafts');--> statement-breakpoint
-- The pattern of LIKE for a text that holds `part` as it is written.
CREATE FUNCTION containing(part text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT '%' || replace(replace(replace(part, '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;--> statement-breakpoint
-- Whether an index of trigrams can tell where `part` is: it holds a word, or a piece of one, of three letters.
CREATE FUNCTION has_trigram(part text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM unnest(show_trgm(part)) AS trigram WHERE trigram !~ '(^ | $)')
$$;--> statement-breakpoint
-- Row level security keeps LIKE from the index, since the operator might tell of rows that the policy hides. So a search
-- runs as a role that sees every organisation, for the organisation of the transaction alone, and gives ids only.
CREATE FUNCTION require_own_organisation(org text) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF org IS NULL OR org IS DISTINCT FROM current_setting('app.org_id', true) THEN
    RAISE EXCEPTION 'a search of another organisation' USING ERRCODE = 'insufficient_privilege';
  END IF;
END $$;--> statement-breakpoint
-- Ids of messages that say `query`, newest first, at most `at_most`; campaigns' have no text. Frequent words are found
-- among the newest 5,000, all others by the index too. Of a word that was frequent long ago only, some are found.
CREATE FUNCTION search_messages(org text, query text, at_most integer) RETURNS SETOF text
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan
  SET enable_seqscan = off SET enable_indexscan = on AS $$
DECLARE
  part constant text := folded(query);
  found_ids text[];
BEGIN
  PERFORM require_own_organisation(org);
  found_ids := ARRAY(
    SELECT r.id FROM (
      SELECT m.id, m.search_text FROM messages m
      WHERE m.org_id = org AND m.campaign_id IS NULL AND m.search_text IS NOT NULL ORDER BY m.id DESC LIMIT 5000
    ) AS r WHERE strpos(r.search_text, part) > 0 LIMIT at_most);
  IF cardinality(found_ids) < at_most AND has_trigram(part) THEN
    PERFORM set_config('enable_indexscan', 'off', true);
    found_ids := ARRAY(
      SELECT f.id FROM (
        SELECT unnest(found_ids) AS id
        UNION
        (SELECT m.id FROM messages m
         WHERE m.org_id = org AND m.campaign_id IS NULL AND m.search_text LIKE containing(part) LIMIT at_most * 10)
      ) AS f ORDER BY f.id DESC LIMIT at_most);
  END IF;
  RETURN QUERY SELECT unnest(found_ids);
END $$;--> statement-breakpoint
-- Ids of contacts by a part of name or tag (`query`) or of the number (`digits`), newest first, at most `at_most`; in the
-- same two steps.
CREATE FUNCTION search_contacts(org text, query text, digits text[], at_most integer) RETURNS SETOF text
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan
  SET enable_seqscan = off SET enable_indexscan = on AS $$
DECLARE
  part constant text := folded(query);
  patterns constant text[] := ARRAY(SELECT containing(d) FROM unnest(digits) AS d);
  found_ids text[];
BEGIN
  PERFORM require_own_organisation(org);
  found_ids := ARRAY(
    SELECT r.id FROM (
      SELECT c.id, c.search_text, c.phone FROM contacts c
      WHERE c.org_id = org ORDER BY c.created_at DESC, c.id DESC LIMIT 5000
    ) AS r WHERE strpos(r.search_text, part) > 0 OR r.phone LIKE ANY (patterns) LIMIT at_most);
  IF cardinality(found_ids) < at_most AND (has_trigram(part) OR cardinality(patterns) > 0) THEN
    PERFORM set_config('enable_indexscan', 'off', true);
    found_ids := ARRAY(
      SELECT f.id FROM (
        (SELECT c.id, c.created_at FROM unnest(found_ids) AS newest JOIN contacts c ON c.org_id = org AND c.id = newest)
        UNION
        (SELECT c.id, c.created_at FROM contacts c
         WHERE has_trigram(part) AND c.org_id = org AND c.search_text LIKE containing(part) LIMIT at_most * 10)
        UNION
        (SELECT n.id, n.created_at FROM unnest(patterns) AS pattern CROSS JOIN LATERAL (
           SELECT c.id, c.created_at FROM contacts c
           WHERE c.org_id = org AND c.phone LIKE pattern LIMIT at_most * 10) AS n)
      ) AS f ORDER BY f.created_at DESC, f.id DESC LIMIT at_most);
  END IF;
  RETURN QUERY SELECT unnest(found_ids);
END $$;--> statement-breakpoint
-- A role that owns a function must be able to create one at that moment.
GRANT CREATE ON SCHEMA public TO tarishi_system;--> statement-breakpoint
ALTER FUNCTION search_messages(text, text, integer) OWNER TO tarishi_system;--> statement-breakpoint
ALTER FUNCTION search_contacts(text, text, text[], integer) OWNER TO tarishi_system;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM tarishi_system;--> statement-breakpoint
REVOKE ALL ON FUNCTION search_messages(text, text, integer), search_contacts(text, text, text[], integer) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION search_messages(text, text, integer), search_contacts(text, text, text[], integer) TO tarishi_tenant;
