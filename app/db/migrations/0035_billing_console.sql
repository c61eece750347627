-- What Meta charges, as versions: a later one never changes what an earlier day cost.
CREATE TABLE "meta_markets" (
	"prefix" text NOT NULL,
	"market" text NOT NULL,
	"effective_from" date NOT NULL,
	CONSTRAINT "meta_markets_prefix_effective_from_pk" PRIMARY KEY("prefix","effective_from")
);
--> statement-breakpoint
CREATE TABLE "meta_rates" (
	"id" text PRIMARY KEY NOT NULL,
	"market" text NOT NULL,
	"category" text NOT NULL,
	"micro_usd" integer NOT NULL,
	"effective_from" date NOT NULL,
	"reason" text NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meta_rates_once" UNIQUE("market","category","effective_from")
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"id" text PRIMARY KEY NOT NULL,
	"kes_per_usd_e4" integer NOT NULL,
	"effective_from" date NOT NULL,
	"reason" text NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exchange_rates_once" UNIQUE("effective_from")
);
--> statement-breakpoint
CREATE TABLE "meta_allowances" (
	"category" text NOT NULL,
	"effective_from" date NOT NULL,
	"messages" integer NOT NULL,
	CONSTRAINT "meta_allowances_category_effective_from_pk" PRIMARY KEY("category","effective_from")
);
--> statement-breakpoint
CREATE TABLE "meta_usage_days" (
	"org_id" text NOT NULL,
	"day" date NOT NULL,
	"phone_number_id" text NOT NULL,
	"prefix" text NOT NULL,
	"category" text NOT NULL,
	"type" text NOT NULL,
	"messages" integer NOT NULL,
	"billable" integer NOT NULL,
	CONSTRAINT "meta_usage_days_pk" PRIMARY KEY("org_id","day","phone_number_id","prefix","category","type")
);
--> statement-breakpoint
CREATE TABLE "meta_free_used" (
	"org_id" text NOT NULL,
	"phone_number_id" text NOT NULL,
	"month" date NOT NULL,
	"messages" integer NOT NULL,
	CONSTRAINT "meta_free_used_org_id_phone_number_id_month_pk" PRIMARY KEY("org_id","phone_number_id","month")
);
--> statement-breakpoint
CREATE TABLE "platform_meta_days" (
	"day" date NOT NULL,
	"plan_type" text NOT NULL,
	"billing_type" text NOT NULL,
	"prefix" text NOT NULL,
	"category" text NOT NULL,
	"type" text NOT NULL,
	"messages" bigint NOT NULL,
	"billable" bigint NOT NULL,
	CONSTRAINT "platform_meta_days_pk" PRIMARY KEY("day","plan_type","billing_type","prefix","category","type")
);
--> statement-breakpoint
CREATE TABLE "platform_revenue_days" (
	"day" date NOT NULL,
	"plan_type" text NOT NULL,
	"billing_type" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "platform_revenue_days_day_plan_type_billing_type_pk" PRIMARY KEY("day","plan_type","billing_type")
);
--> statement-breakpoint
CREATE TABLE "bank_reconciliations" (
	"org_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"bank_reference" text NOT NULL,
	"paid_on" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"notes" text NOT NULL,
	"reconciled_by" text NOT NULL,
	"reconciled_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_reconciliations_org_id_payment_id_pk" PRIMARY KEY("org_id","payment_id")
);
--> statement-breakpoint
CREATE TABLE "staff_reminders" (
	"org_id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"day" date NOT NULL,
	"sent_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_reminders_org_id_invoice_id_day_pk" PRIMARY KEY("org_id","invoice_id","day")
);
--> statement-breakpoint
CREATE TABLE "work_owners" (
	"list" text NOT NULL,
	"item_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "work_owners_list_item_id_pk" PRIMARY KEY("list","item_id")
);
--> statement-breakpoint
ALTER TABLE "rate_cards" ADD CONSTRAINT "rate_cards_once" UNIQUE("plan_type","billing_type","effective_from");--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "meta_category" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "meta_type" text;--> statement-breakpoint
ALTER TABLE "invoice_disputes" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "invoice_disputes" ADD COLUMN "credited_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_disputes" ADD COLUMN "resolved_by" text;--> statement-breakpoint
CREATE INDEX "meta_usage_days_day" ON "meta_usage_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "bank_reconciliations_invoice" ON "bank_reconciliations" USING btree ("org_id","invoice_id");--> statement-breakpoint
CREATE INDEX "invoices_finalized" ON "invoices" USING btree ("finalized_at") WHERE kind = 'invoice' and number is not null;--> statement-breakpoint
CREATE INDEX "invoices_unpaid" ON "invoices" USING btree ("status") WHERE status in ('pending', 'overdue', 'disputed');--> statement-breakpoint
CREATE INDEX "invoices_by_id" ON "invoices" USING btree ("id");--> statement-breakpoint
CREATE INDEX "invoice_disputes_newest" ON "invoice_disputes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "invoice_disputes_by_invoice" ON "invoice_disputes" USING btree ("org_id","invoice_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_of_invoice" ON "payment_attempts" USING btree ("org_id","invoice_id") WHERE invoice_id is not null;--> statement-breakpoint
CREATE INDEX "payment_attempts_unknown" ON "payment_attempts" USING btree ("created_at") WHERE state = 'unknown';--> statement-breakpoint
CREATE INDEX "payouts_open" ON "payouts" USING btree ("created_at") WHERE state in ('pending', 'unknown');--> statement-breakpoint
SELECT protect_tenant_table(name) FROM unnest(ARRAY['meta_usage_days', 'meta_free_used', 'bank_reconciliations', 'staff_reminders']) AS name;
--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON bank_reconciliations, staff_reminders FROM tarishi_tenant;
--> statement-breakpoint
-- All others are the platform's own; a tenant's messages are counted against the allowance.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['meta_markets', 'meta_rates', 'exchange_rates', 'meta_allowances', 'platform_meta_days', 'platform_revenue_days', 'work_owners'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY system ON %I TO tarishi_system USING (true) WITH CHECK (true)', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tarishi_system', name);
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE POLICY anyone ON meta_allowances FOR SELECT TO tarishi_tenant USING (true);
--> statement-breakpoint
GRANT SELECT ON meta_allowances TO tarishi_tenant;
--> statement-breakpoint
-- The past stays as it was: a version is added, never changed or taken away.
REVOKE UPDATE, DELETE ON meta_markets, meta_rates, exchange_rates, meta_allowances FROM tarishi_system;
--> statement-breakpoint
SET LOCAL ROLE tarishi_system;
--> statement-breakpoint
-- docs/facts/whatsapp-cloud-api.md, Pricing: calling codes to markets, the longest that fits counts.
INSERT INTO meta_markets (prefix, market, effective_from) VALUES
  ('+', 'Other', '2025-07-01'),
  ('+2', 'Rest of Africa', '2025-07-01'),
  ('+20', 'Egypt', '2025-07-01'),
  ('+234', 'Nigeria', '2025-07-01'),
  ('+27', 'South Africa', '2025-07-01'),
  ('+212', 'Morocco', '2026-10-01'),
  ('+263', 'Other', '2025-07-01'),
  ('+263', 'Rest of Africa', '2025-10-01'),
  ('+290', 'Other', '2025-07-01'),
  ('+297', 'Other', '2025-07-01'),
  ('+298', 'Other', '2025-07-01'),
  ('+299', 'Other', '2025-07-01');
--> statement-breakpoint
INSERT INTO meta_rates (id, market, category, micro_usd, effective_from, reason) VALUES
  ('mrt_roa_marketing_2025', 'Rest of Africa', 'marketing', 22500, '2025-07-01', 'Meta''s list'),
  ('mrt_roa_utility_2025', 'Rest of Africa', 'utility', 4000, '2025-07-01', 'Meta''s list'),
  ('mrt_roa_authentication_2025', 'Rest of Africa', 'authentication', 4000, '2025-07-01', 'Meta''s list'),
  ('mrt_roa_service_2025', 'Rest of Africa', 'service', 0, '2025-07-01', 'Free until the end of September 2026'),
  ('mrt_roa_service_2026', 'Rest of Africa', 'service', 4000, '2026-10-01', 'As utility, beyond the free messages of a month');
--> statement-breakpoint
INSERT INTO exchange_rates (id, kes_per_usd_e4, effective_from, reason) VALUES
  ('xrt_2025', 1292500, '2025-07-01', 'To start with');
--> statement-breakpoint
INSERT INTO meta_allowances (category, effective_from, messages) VALUES ('service', '2025-07-01', 0), ('service', '2026-10-01', 1000);
--> statement-breakpoint
-- What was delivered before Meta's word on its price was kept.
INSERT INTO meta_usage_days (org_id, day, phone_number_id, prefix, category, type, messages, billable)
  WITH days AS (
    SELECT m.org_id, (m.delivered_at AT TIME ZONE 'Africa/Nairobi')::date AS day, m.phone_number_id, left(coalesce(m.recipient, ''), 4) AS prefix,
      coalesce(lower(t.category), 'service') AS category, count(*)::int AS messages
    FROM messages m LEFT JOIN templates t ON t.org_id = m.org_id AND t.id = m.template_id
    WHERE m.direction = 'out' AND m.delivered_at IS NOT NULL GROUP BY 1, 2, 3, 4, 5
  ), running AS (
    SELECT *, sum(messages) OVER (PARTITION BY org_id, phone_number_id, category, date_trunc('month', day) ORDER BY day, prefix) - messages AS earlier FROM days
  )
  SELECT org_id, day, phone_number_id, prefix, category, 'untold', messages,
    CASE WHEN category = 'service' THEN messages - greatest(0, least(messages, (SELECT a.messages FROM meta_allowances a
      WHERE a.category = 'service' AND a.effective_from <= running.day ORDER BY a.effective_from DESC LIMIT 1) - earlier)) ELSE messages END
  FROM running;
--> statement-breakpoint
INSERT INTO meta_free_used (org_id, phone_number_id, month, messages)
  SELECT org_id, phone_number_id, date_trunc('month', day)::date, sum(messages) FROM meta_usage_days WHERE category = 'service' GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO platform_meta_days (day, plan_type, billing_type, prefix, category, type, messages, billable)
  SELECT u.day, o.plan_type, o.billing_type, u.prefix, u.category, u.type, sum(u.messages), sum(u.billable)
  FROM meta_usage_days u JOIN organisations o ON o.id = u.org_id GROUP BY 1, 2, 3, 4, 5, 6;
--> statement-breakpoint
INSERT INTO platform_revenue_days (day, plan_type, billing_type, amount_cents)
  SELECT r.day, o.plan_type, o.billing_type, sum(r.amount_cents)
  FROM revenue_days r JOIN organisations o ON o.id = r.org_id GROUP BY 1, 2, 3;
--> statement-breakpoint
RESET ROLE;
