-- Planner statistics of `messages`, renewed when `added` rows have just come that change the picture (autovacuum's own rule,
-- without its minute of delay). As the owner, since nobody else may. Somebody else's vacuum is not waited for.
CREATE FUNCTION analyze_messages_after(added integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public SET lock_timeout = '2s' AS $$
BEGIN
  IF added >= 50 + 0.1 * (SELECT greatest(reltuples, 0) FROM pg_class WHERE oid = 'public.messages'::regclass) THEN
    ANALYZE public.messages;
  END IF;
EXCEPTION WHEN lock_not_available THEN
  NULL;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION analyze_messages_after(integer) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION analyze_messages_after(integer) TO tarishi_tenant;
