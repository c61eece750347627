CREATE TABLE "media" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"message_id" text,
	"phone_number_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"problem" text,
	"meta_media_id" text,
	"promised_hash" text,
	"content_type" text,
	"bytes" bigint,
	"file_name" text,
	"storage_key" text,
	"thumbnail_key" text,
	"thumbnail_width" integer,
	"thumbnail_height" integer,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp with time zone,
	CONSTRAINT "media_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE INDEX "media_message" ON "media" USING btree ("org_id","message_id") WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX "media_storage" ON "media" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "media_age" ON "media" USING btree ("created_at");--> statement-breakpoint
SELECT protect_tenant_table('media');--> statement-breakpoint
-- A file that arrived is seen in its message.
CREATE FUNCTION tell_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tarishi_changes', NEW.org_id || ' messages');
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER tell_update AFTER UPDATE ON "media" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION tell_media();
