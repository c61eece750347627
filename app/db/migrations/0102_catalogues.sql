CREATE TABLE "product_catalogues" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"whatsapp_account_id" text NOT NULL,
	"catalog_id" text NOT NULL,
	"name" text NOT NULL,
	"next_sync_at" timestamp with time zone NOT NULL,
	"synced_at" timestamp with time zone,
	"items" integer DEFAULT 0 NOT NULL,
	"skipped" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"problem" text,
	"problems" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_catalogues_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "catalogue_id" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "catalogue_gone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_available" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_text" text GENERATED ALWAYS AS (public.folded(name || E'\n' || coalesce(retailer_id, ''))) STORED;--> statement-breakpoint
CREATE UNIQUE INDEX "product_catalogues_account" ON "product_catalogues" USING btree ("org_id","whatsapp_account_id");--> statement-breakpoint
CREATE INDEX "product_catalogues_due" ON "product_catalogues" USING btree ("next_sync_at");--> statement-breakpoint
CREATE INDEX "products_texts" ON "products" USING gin ("org_id","search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_catalogue" ON "products" USING btree ("org_id","catalogue_id") WHERE catalogue_id is not null;
--> statement-breakpoint
SELECT protect_tenant_table('product_catalogues');--> statement-breakpoint
-- Ids of products by a part of their name or code, newest first, at most `at_most`; in the two steps of `search_contacts`.
CREATE FUNCTION search_products(org text, query text, at_most integer) RETURNS SETOF text
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan
  SET enable_seqscan = off SET enable_indexscan = on AS $$
DECLARE
  part constant text := folded(query);
  found_ids text[];
BEGIN
  PERFORM require_own_organisation(org);
  found_ids := ARRAY(
    SELECT r.id FROM (
      SELECT p.id, p.search_text FROM products p WHERE p.org_id = org ORDER BY p.id DESC LIMIT 2000
    ) AS r WHERE strpos(r.search_text, part) > 0 LIMIT at_most);
  IF cardinality(found_ids) < at_most AND has_trigram(part) THEN
    PERFORM set_config('enable_indexscan', 'off', true);
    found_ids := ARRAY(
      SELECT f.id FROM (
        SELECT unnest(found_ids) AS id
        UNION
        (SELECT p.id FROM products p WHERE p.org_id = org AND p.search_text LIKE containing(part) LIMIT at_most)
      ) AS f ORDER BY f.id DESC LIMIT at_most);
  END IF;
  RETURN QUERY SELECT unnest(found_ids);
END $$;--> statement-breakpoint
-- A role that owns a function must be able to create one at that moment.
GRANT CREATE ON SCHEMA public TO tarishi_system;--> statement-breakpoint
ALTER FUNCTION search_products(text, text, integer) OWNER TO tarishi_system;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM tarishi_system;--> statement-breakpoint
REVOKE ALL ON FUNCTION search_products(text, text, integer) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION search_products(text, text, integer) TO tarishi_tenant;
