-- Policies without subqueries, so that tables with a copy on each server can have them.
CREATE FUNCTION public.is_colleague(id_of_user text) RETURNS boolean LANGUAGE sql STABLE COST 1000
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM public.members WHERE user_id = id_of_user)
$$;
--> statement-breakpoint
CREATE FUNCTION public.is_linked_organisation(id_of_organisation text) RETURNS boolean LANGUAGE sql STABLE COST 1000
  SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM public.partner_links
    WHERE org_id = id_of_organisation AND partner_id = current_setting('app.org_id', true))
$$;
--> statement-breakpoint
ALTER POLICY members_of_org ON users USING (public.is_colleague(id));
--> statement-breakpoint
ALTER POLICY partner ON organisations USING (public.is_linked_organisation(id));
--> statement-breakpoint
-- The commands of a shard run with an empty search path.
CREATE OR REPLACE FUNCTION public.contact_search_text(name text, tags text[], username text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT public.folded(name || E'\n' || array_to_string(tags, E'\n') || coalesce(E'\n@' || username, ''))
$$;
--> statement-breakpoint
-- A distributed table sets no column of its key to null: the verbs do.
ALTER TABLE conversations DROP CONSTRAINT conversations_assigned_to_fk, DROP CONSTRAINT conversations_team_fk;
--> statement-breakpoint
ALTER TABLE conversations
  ADD CONSTRAINT conversations_assigned_to_fk FOREIGN KEY (org_id, assigned_to) REFERENCES members (org_id, user_id) NOT VALID,
  ADD CONSTRAINT conversations_team_fk FOREIGN KEY (org_id, team_id) REFERENCES teams (org_id, id) NOT VALID;
--> statement-breakpoint
ALTER TABLE conversations VALIDATE CONSTRAINT conversations_assigned_to_fk, VALIDATE CONSTRAINT conversations_team_fk;
--> statement-breakpoint
ALTER TABLE answered_waits DROP CONSTRAINT answered_waits_team_fk;
--> statement-breakpoint
ALTER TABLE answered_waits
  ADD CONSTRAINT answered_waits_team_fk FOREIGN KEY (org_id, team_id) REFERENCES teams (org_id, id) NOT VALID;
--> statement-breakpoint
ALTER TABLE answered_waits VALIDATE CONSTRAINT answered_waits_team_fk;
--> statement-breakpoint
ALTER TABLE satisfaction_requests DROP CONSTRAINT satisfaction_requests_team_fk;
--> statement-breakpoint
ALTER TABLE satisfaction_requests
  ADD CONSTRAINT satisfaction_requests_team_fk FOREIGN KEY (org_id, team_id) REFERENCES teams (org_id, id) NOT VALID;
--> statement-breakpoint
ALTER TABLE satisfaction_requests VALIDATE CONSTRAINT satisfaction_requests_team_fk;
