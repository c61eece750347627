ALTER TABLE "products" ADD COLUMN "catalogue_image_url" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "catalogue_picture_id" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "picture_due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "products_picture_due" ON "products" USING btree ("org_id","catalogue_id","picture_due_at") WHERE picture_due_at is not null;