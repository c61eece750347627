ALTER TABLE "contacts" ADD COLUMN "kra_pin" text;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "vat_class" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_pin" text;--> statement-breakpoint
ALTER TABLE "tax_documents" ADD COLUMN "payment_id" text;--> statement-breakpoint
ALTER TABLE "tax_documents" ADD COLUMN "customer_pin" text;--> statement-breakpoint
CREATE INDEX "tax_documents_payment" ON "tax_documents" USING btree ("org_id","payment_id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION keep_tax_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.branch <> OLD.branch OR NEW.tax_number <> OLD.tax_number
    -- KRA keeps a buyer's PIN; ours is erased with the person.
    OR OLD.state = 'accepted' AND (
      to_jsonb(NEW) - ARRAY['customer_pin', 'payment_id'] <> to_jsonb(OLD) - ARRAY['customer_pin', 'payment_id']
      OR NEW.customer_pin IS NOT NULL AND NEW.customer_pin IS DISTINCT FROM OLD.customer_pin)
  THEN
    RAISE EXCEPTION 'tax number % is given', OLD.tax_number USING ERRCODE = 'check_violation', CONSTRAINT = 'tax_number_is_given';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
UPDATE tax_documents d SET payment_id = (
  SELECT a.payment_id FROM payment_requests r JOIN payment_allocations a ON a.org_id = r.org_id AND a.target_id = r.id
  WHERE r.org_id = d.org_id AND (r.id = d.subject_id OR r.source_id = d.subject_id)
  ORDER BY a.created_at DESC LIMIT 1);--> statement-breakpoint
UPDATE books b SET vat_class = e.request_vat_class FROM etims_accounts e WHERE e.org_id = b.org_id AND e.is_on;
