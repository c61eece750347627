CREATE TABLE "order_counters" (
	"org_id" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "order_counters_org_id_pk" PRIMARY KEY("org_id")
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"org_id" text NOT NULL,
	"order_id" text NOT NULL,
	"position" smallint NOT NULL,
	"product_id" text,
	"retailer_id" text,
	"name" text NOT NULL,
	"quantity" integer NOT NULL,
	"price_cents" bigint,
	"list_price_cents" bigint,
	"vat_class" text NOT NULL,
	"stock_taken" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_lines_org_id_order_id_position_pk" PRIMARY KEY("org_id","order_id","position"),
	CONSTRAINT "order_lines_quantity" CHECK (quantity between 1 and 10000),
	CONSTRAINT "order_lines_price" CHECK (price_cents >= 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"number" integer NOT NULL,
	"contact_id" text,
	"conversation_id" text,
	"deal_id" text,
	"source" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"wamid" text,
	"message_id" text,
	"key" text,
	"fingerprint" text,
	"repeats_id" text,
	"problems" text[] DEFAULT '{}' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"delivery_cents" bigint DEFAULT 0 NOT NULL,
	"discount_cents" bigint DEFAULT 0 NOT NULL,
	"total_cents" bigint NOT NULL,
	"paid_cents" bigint DEFAULT 0 NOT NULL,
	"refund_cents" bigint DEFAULT 0 NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "orders_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "orders_total" CHECK (total_cents = subtotal_cents + delivery_cents - discount_cents),
	CONSTRAINT "orders_amounts" CHECK (least(subtotal_cents, delivery_cents, discount_cents, total_cents) >= 0),
	CONSTRAINT "orders_paid" CHECK (least(paid_cents, refund_cents) >= 0)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"price_cents" bigint NOT NULL,
	"vat_class" text DEFAULT 'none' NOT NULL,
	"stock" integer,
	"retailer_id" text,
	"picture_id" text,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "products_price" CHECK (price_cents > 0),
	CONSTRAINT "products_stock" CHECK (stock >= 0)
);
--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_org_id_order_id_orders_org_id_id_fk" FOREIGN KEY ("org_id","order_id") REFERENCES "public"."orders"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("org_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_wamid" ON "orders" USING btree ("org_id","wamid") WHERE wamid is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_key" ON "orders" USING btree ("org_id","key") WHERE key is not null;--> statement-breakpoint
CREATE INDEX "orders_state" ON "orders" USING btree ("org_id","state","id");--> statement-breakpoint
CREATE INDEX "orders_contact" ON "orders" USING btree ("org_id","contact_id","id");--> statement-breakpoint
CREATE INDEX "orders_refund" ON "orders" USING btree ("org_id","id") WHERE refund_cents > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "products_retailer" ON "products" USING btree ("org_id","retailer_id") WHERE retailer_id is not null;--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING btree ("org_id",lower(name),"id") WHERE archived_at is null;--> statement-breakpoint
SELECT protect_tenant_table('products');--> statement-breakpoint
SELECT protect_tenant_table('orders');--> statement-breakpoint
SELECT protect_tenant_table('order_lines');--> statement-breakpoint
SELECT protect_tenant_table('order_counters');
