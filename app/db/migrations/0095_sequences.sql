CREATE TABLE "sequence_batches" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"sequence_id" text NOT NULL,
	"audience" jsonb NOT NULL,
	"marketing" boolean NOT NULL,
	"anchor_at" timestamp with time zone,
	"people" integer NOT NULL,
	"total_cents" bigint NOT NULL,
	"through" text,
	"enrolled" integer DEFAULT 0 NOT NULL,
	"key" text NOT NULL,
	"started_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "sequence_batches_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "sequence_enrolments" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"sequence_id" text NOT NULL,
	"version" integer NOT NULL,
	"contact_id" text NOT NULL,
	"subject_id" text DEFAULT '' NOT NULL,
	"anchor_at" timestamp with time zone,
	"source" text NOT NULL,
	"batch_id" text,
	"step_id" text,
	"entered_at" timestamp with time zone NOT NULL,
	"waits_until" timestamp with time zone,
	"due_at" timestamp with time zone,
	"held" text,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sequence_enrolments_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "sequence_enrolments_ended" CHECK ((ended_at is null) = (end_reason is null) and (ended_at is null or due_at is null))
);
--> statement-breakpoint
CREATE TABLE "sequence_step_runs" (
	"org_id" text NOT NULL,
	"enrolment_id" text NOT NULL,
	"step_id" text NOT NULL,
	"sequence_id" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"message_id" text,
	"replied_at" timestamp with time zone,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "sequence_step_runs_org_id_enrolment_id_step_id_pk" PRIMARY KEY("org_id","enrolment_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "sequence_versions" (
	"org_id" text NOT NULL,
	"sequence_id" text NOT NULL,
	"number" integer NOT NULL,
	"steps" jsonb NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sequence_versions_org_id_sequence_id_number_pk" PRIMARY KEY("org_id","sequence_id","number")
);
--> statement-breakpoint
CREATE TABLE "sequences" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"draft" jsonb NOT NULL,
	"ends_on_reply" boolean DEFAULT true NOT NULL,
	"ends_on_payment" boolean DEFAULT true NOT NULL,
	"next_step" integer DEFAULT 1 NOT NULL,
	"version" integer,
	"is_changed" boolean DEFAULT true NOT NULL,
	"no_money_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sequences_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "sequence_batches" ADD CONSTRAINT "sequence_batches_org_id_sequence_id_sequences_org_id_id_fk" FOREIGN KEY ("org_id","sequence_id") REFERENCES "public"."sequences"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_enrolments" ADD CONSTRAINT "sequence_enrolments_org_id_sequence_id_sequences_org_id_id_fk" FOREIGN KEY ("org_id","sequence_id") REFERENCES "public"."sequences"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_enrolments" ADD CONSTRAINT "sequence_enrolments_org_id_contact_id_contacts_org_id_id_fk" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."contacts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_step_runs" ADD CONSTRAINT "sequence_step_runs_org_id_enrolment_id_sequence_enrolments_org_id_id_fk" FOREIGN KEY ("org_id","enrolment_id") REFERENCES "public"."sequence_enrolments"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sequence_versions" ADD CONSTRAINT "sequence_versions_org_id_sequence_id_sequences_org_id_id_fk" FOREIGN KEY ("org_id","sequence_id") REFERENCES "public"."sequences"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sequence_batches_key" ON "sequence_batches" USING btree ("org_id","key");--> statement-breakpoint
CREATE INDEX "sequence_batches_sequence" ON "sequence_batches" USING btree ("org_id","sequence_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sequence_enrolments_open" ON "sequence_enrolments" USING btree ("org_id","sequence_id","contact_id","subject_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "sequence_enrolments_due" ON "sequence_enrolments" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "sequence_enrolments_contact" ON "sequence_enrolments" USING btree ("org_id","contact_id","id");--> statement-breakpoint
CREATE INDEX "sequence_enrolments_subject" ON "sequence_enrolments" USING btree ("org_id","subject_id") WHERE ended_at is null and subject_id <> '';--> statement-breakpoint
CREATE INDEX "sequence_enrolments_list" ON "sequence_enrolments" USING btree ("org_id","sequence_id","id");--> statement-breakpoint
CREATE INDEX "sequence_enrolments_figures" ON "sequence_enrolments" USING btree ("org_id","sequence_id","step_id","end_reason");--> statement-breakpoint
CREATE INDEX "sequence_step_runs_figures" ON "sequence_step_runs" USING btree ("org_id","sequence_id","step_id","outcome");--> statement-breakpoint
SELECT protect_tenant_table('sequences');--> statement-breakpoint
SELECT protect_tenant_table('sequence_versions');--> statement-breakpoint
SELECT protect_tenant_table('sequence_enrolments');--> statement-breakpoint
SELECT protect_tenant_table('sequence_step_runs');--> statement-breakpoint
SELECT protect_tenant_table('sequence_batches');