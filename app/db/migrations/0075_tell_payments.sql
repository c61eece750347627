-- A page that waits for a payment sees its result, and then its receipt.
CREATE FUNCTION tell_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tarishi_changes', NEW.org_id || ' payments');
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER tell_update AFTER UPDATE ON "payment_attempts" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION tell_payment();--> statement-breakpoint
CREATE TRIGGER tell_update AFTER UPDATE ON "invoices" FOR EACH ROW
  WHEN (OLD.number IS DISTINCT FROM NEW.number) EXECUTE FUNCTION tell_payment();
