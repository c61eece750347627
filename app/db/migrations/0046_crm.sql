CREATE TABLE "crm_tasks" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"title" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"contact_id" text,
	"deal_id" text,
	"assigned_to" text,
	"due_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" text,
	"reminded_at" timestamp with time zone,
	"once_key" text,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "crm_tasks_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "deal_changes" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"deal_id" text NOT NULL,
	"kind" text NOT NULL,
	"before" text,
	"after" text,
	"changed_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deal_changes_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "deal_stages" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'open' NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deal_stages_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "deals" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"contact_id" text NOT NULL,
	"title" text NOT NULL,
	"value_cents" bigint DEFAULT 0 NOT NULL,
	"stage_id" text NOT NULL,
	"stage_since" timestamp with time zone DEFAULT now() NOT NULL,
	"owner_user_id" text,
	"closes_on" date,
	"closed_at" timestamp with time zone,
	"once_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deals_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "crm_tasks" ADD CONSTRAINT "crm_tasks_org_id_contact_id_contacts_org_id_id_fk" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."contacts"("org_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "crm_tasks" ADD CONSTRAINT "crm_tasks_org_id_deal_id_deals_org_id_id_fk" FOREIGN KEY ("org_id","deal_id") REFERENCES "public"."deals"("org_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deal_changes" ADD CONSTRAINT "deal_changes_org_id_deal_id_deals_org_id_id_fk" FOREIGN KEY ("org_id","deal_id") REFERENCES "public"."deals"("org_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_org_id_contact_id_contacts_org_id_id_fk" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."contacts"("org_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_org_id_stage_id_deal_stages_org_id_id_fk" FOREIGN KEY ("org_id","stage_id") REFERENCES "public"."deal_stages"("org_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "crm_tasks_open" ON "crm_tasks" USING btree ("org_id","due_at","id") WHERE done_at is null;
--> statement-breakpoint
CREATE INDEX "crm_tasks_mine" ON "crm_tasks" USING btree ("org_id","assigned_to","due_at") WHERE done_at is null;
--> statement-breakpoint
CREATE INDEX "crm_tasks_done" ON "crm_tasks" USING btree ("org_id","done_at") WHERE done_at is not null;
--> statement-breakpoint
CREATE INDEX "crm_tasks_contact" ON "crm_tasks" USING btree ("org_id","contact_id","due_at");
--> statement-breakpoint
CREATE INDEX "crm_tasks_deal" ON "crm_tasks" USING btree ("org_id","deal_id","due_at");
--> statement-breakpoint
CREATE INDEX "crm_tasks_due" ON "crm_tasks" USING btree ("due_at") WHERE done_at is null and reminded_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "crm_tasks_once" ON "crm_tasks" USING btree ("org_id","once_key") WHERE once_key is not null;
--> statement-breakpoint
CREATE INDEX "deal_changes_deal" ON "deal_changes" USING btree ("org_id","deal_id","created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "deal_stages_name" ON "deal_stages" USING btree ("org_id",lower(name));
--> statement-breakpoint
CREATE INDEX "deals_stage" ON "deals" USING btree ("org_id","stage_id","stage_since","id");
--> statement-breakpoint
CREATE INDEX "deals_contact" ON "deals" USING btree ("org_id","contact_id","created_at");
--> statement-breakpoint
CREATE INDEX "deals_created" ON "deals" USING btree ("org_id","created_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "deals_once" ON "deals" USING btree ("org_id","once_key") WHERE once_key is not null;
--> statement-breakpoint
SELECT protect_tenant_table('deal_stages');
--> statement-breakpoint
SELECT protect_tenant_table('deals');
--> statement-breakpoint
SELECT protect_tenant_table('deal_changes');
--> statement-breakpoint
SELECT protect_tenant_table('crm_tasks');
