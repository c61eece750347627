UPDATE "share_tiers" SET "name" = CASE "name" WHEN 'Referral' THEN 'consultant' WHEN 'Reseller' THEN 'reseller'
  WHEN 'Agency' THEN 'agency' WHEN 'Platform' THEN 'software' ELSE "name" END;--> statement-breakpoint
INSERT INTO "share_tiers" ("name", "percent", "effective_from") VALUES ('telecom', 18, '2026-01-01T00:00:00+03:00');--> statement-breakpoint
ALTER TABLE "partners" ADD CONSTRAINT "partners_category_known" CHECK (category in ('agency', 'reseller', 'software', 'consultant', 'telecom'));--> statement-breakpoint
ALTER TABLE "share_tiers" ADD CONSTRAINT "share_tiers_known" CHECK (name in ('agency', 'reseller', 'software', 'consultant', 'telecom'));
