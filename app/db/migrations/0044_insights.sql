CREATE TABLE "single_message_hours" (
	"org_id" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"phone_number_id" text NOT NULL,
	"template_id" text DEFAULT '' NOT NULL,
	"author_user_id" text DEFAULT '' NOT NULL,
	"tried" integer NOT NULL,
	"sent" integer NOT NULL,
	"delivered" integer NOT NULL,
	"read" integer NOT NULL,
	"replied" integer NOT NULL,
	"failed" integer NOT NULL,
	"cost_cents" bigint NOT NULL,
	CONSTRAINT "single_message_hours_pk" PRIMARY KEY("org_id","hour","phone_number_id","template_id","author_user_id")
);
--> statement-breakpoint
CREATE TABLE "single_message_days" (
	"org_id" text NOT NULL,
	"day" timestamp with time zone NOT NULL,
	"phone_number_id" text NOT NULL,
	"template_id" text DEFAULT '' NOT NULL,
	"author_user_id" text DEFAULT '' NOT NULL,
	"tried" integer NOT NULL,
	"sent" integer NOT NULL,
	"delivered" integer NOT NULL,
	"read" integer NOT NULL,
	"replied" integer NOT NULL,
	"failed" integer NOT NULL,
	"cost_cents" bigint NOT NULL,
	CONSTRAINT "single_message_days_pk" PRIMARY KEY("org_id","day","phone_number_id","template_id","author_user_id")
);
--> statement-breakpoint
CREATE TABLE "failure_hours" (
	"org_id" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"campaign_id" text DEFAULT '' NOT NULL,
	"code" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "failure_hours_org_id_hour_campaign_id_code_pk" PRIMARY KEY("org_id","hour","campaign_id","code")
);
--> statement-breakpoint
CREATE TABLE "contact_hours" (
	"org_id" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"contact_id" text NOT NULL,
	CONSTRAINT "contact_hours_org_id_hour_contact_id_pk" PRIMARY KEY("org_id","hour","contact_id")
);
--> statement-breakpoint
CREATE TABLE "period_figures" (
	"org_id" text NOT NULL,
	"label" text NOT NULL,
	"member_id" text DEFAULT '' NOT NULL,
	"unique_contacts" integer NOT NULL,
	"answers" integer NOT NULL,
	"average_seconds" integer,
	"median_seconds" integer,
	CONSTRAINT "period_figures_org_id_label_member_id_pk" PRIMARY KEY("org_id","label","member_id")
);
--> statement-breakpoint
CREATE TABLE "counted_campaigns" (
	"org_id" text NOT NULL,
	"campaign_id" text NOT NULL,
	"failed" integer NOT NULL,
	"accepted" integer NOT NULL,
	CONSTRAINT "counted_campaigns_org_id_campaign_id_pk" PRIMARY KEY("org_id","campaign_id")
);
--> statement-breakpoint
CREATE TABLE "analytics_counts" (
	"org_id" text NOT NULL,
	"counted_at" timestamp with time zone,
	"took_ms" integer DEFAULT 0 NOT NULL,
	"active_contacts" integer,
	CONSTRAINT "analytics_counts_org_id_pk" PRIMARY KEY("org_id")
);
--> statement-breakpoint
CREATE TABLE "number_quality" (
	"org_id" text NOT NULL,
	"phone_number_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"quality_rating" text,
	"messaging_limit" text,
	"source" text NOT NULL,
	CONSTRAINT "number_quality_org_id_phone_number_id_at_pk" PRIMARY KEY("org_id","phone_number_id","at")
);
--> statement-breakpoint
CREATE TABLE "connection_checks" (
	"org_id" text NOT NULL,
	"whatsapp_account_id" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"results" jsonb NOT NULL,
	CONSTRAINT "connection_checks_org_id_whatsapp_account_id_checked_at_pk" PRIMARY KEY("org_id","whatsapp_account_id","checked_at"),
	CONSTRAINT "connection_checks_account_fk" FOREIGN KEY ("org_id","whatsapp_account_id") REFERENCES "whatsapp_accounts"("org_id","id") ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"way" text NOT NULL,
	CONSTRAINT "notification_choices_org_id_user_id_kind_pk" PRIMARY KEY("org_id","user_id","kind"),
	CONSTRAINT "notification_choices_member_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "members"("org_id","user_id") ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "mail_way" text, ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "notifications_to_mail" ON "notifications" USING btree ("mail_way","created_at") WHERE mail_way is not null and mailed_at is null;--> statement-breakpoint
CREATE INDEX "messages_single_time" ON "messages" USING btree ("org_id","created_at") WHERE campaign_id is null;--> statement-breakpoint
CREATE INDEX "campaigns_started" ON "campaigns" USING btree ("org_id","started_at") WHERE started_at is not null;--> statement-breakpoint
SELECT protect_tenant_table(name) FROM unnest(ARRAY['single_message_hours', 'single_message_days', 'failure_hours', 'contact_hours', 'period_figures', 'counted_campaigns', 'analytics_counts', 'number_quality', 'connection_checks', 'notification_choices']) AS name;
