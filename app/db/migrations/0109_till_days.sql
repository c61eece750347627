CREATE TABLE "till_days" (
	"org_id" text NOT NULL,
	"till_id" text NOT NULL,
	"day" date NOT NULL,
	"payments" integer DEFAULT 0 NOT NULL,
	"received_cents" bigint DEFAULT 0 NOT NULL,
	"listed_cents" bigint DEFAULT 0 NOT NULL,
	"allocated_cents" bigint DEFAULT 0 NOT NULL,
	"parts_cents" bigint DEFAULT 0 NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"unmatched_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "till_days_org_id_till_id_day_pk" PRIMARY KEY("org_id","till_id","day")
);
--> statement-breakpoint
DROP INDEX "till_payments_settle";--> statement-breakpoint
ALTER TABLE "till_payments" DROP COLUMN "settle_at";--> statement-breakpoint
-- Row level security binds the owner too, so it is put aside for the sums of the payments before.
ALTER TABLE till_payments NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE payment_allocations NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO till_days (org_id, till_id, day, payments, received_cents, listed_cents, allocated_cents, parts_cents, refunded_cents, unmatched_cents)
  SELECT p.org_id, p.till_id, (p.paid_at AT TIME ZONE 'Africa/Nairobi')::date, count(*), sum(p.amount_cents),
    coalesce(sum(p.amount_cents) FILTER (WHERE p.listed_at IS NOT NULL), 0), sum(p.allocated_cents),
    coalesce(sum((SELECT sum(a.amount_cents) FROM payment_allocations a WHERE a.org_id = p.org_id AND a.payment_id = p.id)), 0),
    sum(p.refunded_cents),
    coalesce(sum(p.amount_cents - p.allocated_cents - p.refunded_cents) FILTER (WHERE p.state = 'unmatched'), 0)
  FROM till_payments p WHERE p.state <> 'unconfirmed' GROUP BY 1, 2, 3;--> statement-breakpoint
ALTER TABLE till_payments FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE payment_allocations FORCE ROW LEVEL SECURITY;--> statement-breakpoint
SELECT protect_tenant_table('till_days');--> statement-breakpoint
-- Each trigger names the rows that count, with 1, and those that no longer do, with -1. An unconfirmed payment is in no sum.
CREATE FUNCTION keep_till_days() RETURNS trigger LANGUAGE plpgsql SECURITY INVOKER AS $$
BEGIN
  EXECUTE format($sql$
    INSERT INTO public.till_days AS d
      (org_id, till_id, day, payments, received_cents, listed_cents, allocated_cents, refunded_cents, unmatched_cents)
    SELECT p.org_id, p.till_id, (p.paid_at AT TIME ZONE 'Africa/Nairobi')::date, sum(n), sum(n * p.amount_cents),
      coalesce(sum(n * p.amount_cents) FILTER (WHERE p.listed_at IS NOT NULL), 0), sum(n * p.allocated_cents), sum(n * p.refunded_cents),
      coalesce(sum(n * (p.amount_cents - p.allocated_cents - p.refunded_cents)) FILTER (WHERE p.state = 'unmatched'), 0)
    FROM (%s) p WHERE p.state <> 'unconfirmed' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (org_id, till_id, day) DO UPDATE SET payments = d.payments + excluded.payments,
      received_cents = d.received_cents + excluded.received_cents, listed_cents = d.listed_cents + excluded.listed_cents,
      allocated_cents = d.allocated_cents + excluded.allocated_cents, refunded_cents = d.refunded_cents + excluded.refunded_cents,
      unmatched_cents = d.unmatched_cents + excluded.unmatched_cents$sql$, TG_ARGV[0]);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION keep_till_day_parts() RETURNS trigger LANGUAGE plpgsql SECURITY INVOKER AS $$
BEGIN
  EXECUTE format($sql$
    INSERT INTO public.till_days AS d (org_id, till_id, day, parts_cents)
    SELECT a.org_id, p.till_id, (p.paid_at AT TIME ZONE 'Africa/Nairobi')::date, sum(n * a.amount_cents)
    FROM (%s) a JOIN public.till_payments p ON p.org_id = a.org_id AND p.id = a.payment_id
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (org_id, till_id, day) DO UPDATE SET parts_cents = d.parts_cents + excluded.parts_cents$sql$, TG_ARGV[0]);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER days_insert AFTER INSERT ON till_payments REFERENCING NEW TABLE AS kept
  FOR EACH STATEMENT EXECUTE FUNCTION keep_till_days('SELECT 1 AS n, * FROM kept');--> statement-breakpoint
CREATE TRIGGER days_update AFTER UPDATE ON till_payments REFERENCING OLD TABLE AS before NEW TABLE AS kept
  FOR EACH STATEMENT EXECUTE FUNCTION keep_till_days('SELECT 1 AS n, * FROM kept UNION ALL SELECT -1, * FROM before');--> statement-breakpoint
CREATE TRIGGER days_insert AFTER INSERT ON payment_allocations REFERENCING NEW TABLE AS kept
  FOR EACH STATEMENT EXECUTE FUNCTION keep_till_day_parts('SELECT 1 AS n, * FROM kept');--> statement-breakpoint
CREATE TRIGGER days_update AFTER UPDATE ON payment_allocations REFERENCING OLD TABLE AS before NEW TABLE AS kept
  FOR EACH STATEMENT EXECUTE FUNCTION keep_till_day_parts('SELECT 1 AS n, * FROM kept UNION ALL SELECT -1, * FROM before');--> statement-breakpoint
CREATE TRIGGER days_delete AFTER DELETE ON payment_allocations REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION keep_till_day_parts('SELECT -1 AS n, * FROM before');
