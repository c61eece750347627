ALTER TABLE "orders" DROP CONSTRAINT "orders_paid";--> statement-breakpoint
DROP INDEX "orders_refund";--> statement-breakpoint
ALTER TABLE "payment_refunds" ALTER COLUMN "way" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "order_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_due" ON "payment_refunds" USING btree ("org_id","order_id","payment_id") WHERE state = 'due';--> statement-breakpoint
CREATE INDEX "payment_refunds_order" ON "payment_refunds" USING btree ("org_id","order_id") WHERE order_id is not null;--> statement-breakpoint
-- Row level security binds the owner too, so it is put aside for these statements.
ALTER TABLE orders NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE payment_requests NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE payment_allocations NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE payment_refunds NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE till_payments NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Money that came after the end of an order was noted without an allocation: it is given to the order's request.
WITH late AS (
  SELECT DISTINCT ON (p.org_id, p.id) o.org_id, r.id AS request_id, p.id AS payment_id, o.refund_cents AS cents
  FROM orders o
  JOIN payment_requests r ON r.org_id = o.org_id AND r.source_id = o.id AND r.source = 'order'
    AND r.amount_cents - r.paid_cents >= o.refund_cents
  JOIN till_payments p ON p.org_id = o.org_id AND p.till_id = r.till_id AND p.contact_id = o.contact_id AND p.state = 'matched'
    AND p.amount_cents - p.allocated_cents - p.refunded_cents >= o.refund_cents
  WHERE o.refund_cents > 0 AND NOT EXISTS (
    SELECT 1 FROM payment_requests q JOIN payment_allocations a ON a.org_id = q.org_id AND a.target_id = q.id
    WHERE q.org_id = o.org_id AND q.source_id = o.id)
  ORDER BY p.org_id, p.id, o.id DESC, r.id DESC
), once AS (
  SELECT DISTINCT ON (org_id, request_id) * FROM late ORDER BY org_id, request_id, payment_id DESC
), given AS (
  INSERT INTO payment_allocations (org_id, payment_id, target_id, amount_cents, created_at)
  SELECT org_id, payment_id, request_id, cents, now() FROM once ON CONFLICT DO NOTHING
), asked AS (
  UPDATE payment_requests r SET paid_cents = r.paid_cents + once.cents FROM once WHERE r.org_id = once.org_id AND r.id = once.request_id
)
UPDATE till_payments p SET allocated_cents = p.allocated_cents + once.cents FROM once WHERE p.org_id = once.org_id AND p.id = once.payment_id;--> statement-breakpoint
-- The newest payments of an order first, as much as was to be returned.
INSERT INTO payment_refunds (org_id, id, payment_id, order_id, state, amount_cents, note, created_at, updated_at)
  SELECT org_id, public.new_id('prf'), payment_id, order_id, 'due', least(cents, refund_cents - before), '', now(), now() FROM (
    SELECT o.org_id, o.id AS order_id, a.payment_id, o.refund_cents, sum(a.amount_cents)::bigint AS cents,
      coalesce(sum(sum(a.amount_cents)) OVER (PARTITION BY o.org_id, o.id ORDER BY a.payment_id DESC
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::bigint AS before
    FROM orders o JOIN payment_requests r ON r.org_id = o.org_id AND r.source_id = o.id AND r.source = 'order'
    JOIN payment_allocations a ON a.org_id = r.org_id AND a.target_id = r.id
    WHERE o.refund_cents > 0 GROUP BY o.org_id, o.id, a.payment_id, o.refund_cents) parts
  WHERE before < refund_cents;--> statement-breakpoint
ALTER TABLE orders FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE payment_requests FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE payment_allocations FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE payment_refunds FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE till_payments FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "refund_cents";--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_way" CHECK (way is not null or state in ('due', 'credited'));--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_for" CHECK (order_id is not null or state not in ('due', 'credited'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid" CHECK (paid_cents >= 0);