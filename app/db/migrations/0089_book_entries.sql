GRANT CREATE ON SCHEMA public TO tarishi_keeper;--> statement-breakpoint
-- Books several entries of one book, in their order, and returns how many it did not have yet. Alone in its statement: where
-- tables are spread over several servers, it runs on the server that has the book.
CREATE FUNCTION book_entries(book text, entries jsonb) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry record;
  booked integer := 0;
BEGIN
  FOR entry IN SELECT * FROM jsonb_to_recordset(entries)
      AS e(id text, kind text, about jsonb, reference text, at timestamptz, accounts text[], amounts bigint[]) LOOP
    IF public.book_entry(book, entry.id, entry.kind, entry.about, entry.reference, entry.at, NULL, entry.accounts, entry.amounts) THEN
      booked := booked + 1;
    END IF;
  END LOOP;
  RETURN booked;
END
$$;--> statement-breakpoint
ALTER FUNCTION book_entries(text, jsonb) OWNER TO tarishi_keeper;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM tarishi_keeper;--> statement-breakpoint
REVOKE ALL ON FUNCTION book_entries(text, jsonb) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION book_entries(text, jsonb) TO tarishi_tenant, tarishi_system;
