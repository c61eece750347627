-- No case and no accents: "aicha" finds Aïcha. By what every PostgreSQL has, without an extension.
CREATE FUNCTION folded(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g'))
$$;
--> statement-breakpoint
-- A line for the name and one for each tag, so that no search matches over the end of one and the start of the next.
CREATE FUNCTION contact_search_text(name text, tags text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT folded(name || E'\n' || array_to_string(tags, E'\n'))
$$;
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "search_text" text GENERATED ALWAYS AS (contact_search_text(name, tags)) STORED;