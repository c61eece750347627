-- Tells which kind of thing changed in which organisation, once for each transaction, at its commit. The sender writes many
-- small batches, and commits that tell wait for each other: it sets app.tells_later, and tells by itself a little later.
CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('app.tells_later', true) = 'on' THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('tarishi_changes', org_id || ' ' || TG_TABLE_NAME) FROM (SELECT DISTINCT org_id FROM changed) AS orgs;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER tell_insert AFTER INSERT ON "conversations" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_change();--> statement-breakpoint
CREATE TRIGGER tell_update AFTER UPDATE ON "conversations" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_change();--> statement-breakpoint
CREATE TRIGGER tell_delete AFTER DELETE ON "conversations" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_change();--> statement-breakpoint
CREATE TRIGGER tell_update AFTER UPDATE ON "messages" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_change();--> statement-breakpoint
-- The sender moves a campaign's cursor all the time, which nobody sees.
CREATE FUNCTION tell_campaign() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tarishi_changes', NEW.org_id || ' campaigns');
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER tell_update AFTER UPDATE ON "campaigns" FOR EACH ROW
  WHEN ((OLD.status, OLD.status_reason, OLD.recipient_count, OLD.scheduled_for) IS DISTINCT FROM (NEW.status, NEW.status_reason, NEW.recipient_count, NEW.scheduled_for))
  EXECUTE FUNCTION tell_campaign();--> statement-breakpoint
CREATE TRIGGER tell_insert AFTER INSERT ON "notifications" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_change();--> statement-breakpoint
CREATE TRIGGER tell_update AFTER UPDATE ON "notifications" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_change();
