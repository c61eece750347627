-- A line for the name, one for each tag and one for the username, with the @ that people write before it.
CREATE FUNCTION contact_search_text(name text, tags text[], username text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT folded(name || E'\n' || array_to_string(tags, E'\n') || coalesce(E'\n@' || username, ''))
$$;--> statement-breakpoint
ALTER TABLE "contacts" drop column "search_text";--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "search_text" text GENERATED ALWAYS AS (contact_search_text(name, tags, username)) STORED;--> statement-breakpoint
CREATE INDEX "contacts_texts" ON "contacts" USING gin ("org_id","search_text" gin_trgm_ops,"phone" gin_trgm_ops);--> statement-breakpoint
DROP FUNCTION contact_search_text(text, text[]);
