CREATE TABLE "book_members" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"book_id" text NOT NULL,
	"contact_id" text,
	"label" text DEFAULT '' NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"group_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "book_members_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "books" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"till_id" text NOT NULL,
	"penalty_kind" text DEFAULT 'none' NOT NULL,
	"penalty_value" bigint DEFAULT 0 NOT NULL,
	"penalty_days" integer DEFAULT 0 NOT NULL,
	"penalty_repeat" text DEFAULT 'once' NOT NULL,
	"penalty_max_cents" bigint,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "books_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "dues" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"book_id" text NOT NULL,
	"member_id" text NOT NULL,
	"contact_id" text,
	"till_id" text NOT NULL,
	"kind" text DEFAULT 'due' NOT NULL,
	"label" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"paid_cents" bigint DEFAULT 0 NOT NULL,
	"due_on" date NOT NULL,
	"penalised_id" text,
	"period" integer,
	"penalties" integer DEFAULT 0 NOT NULL,
	"next_penalty_on" date,
	"cancelled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dues_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "dues_amount" CHECK (amount_cents > 0 and paid_cents between 0 and amount_cents)
);
--> statement-breakpoint
ALTER TABLE "book_members" ADD CONSTRAINT "book_members_org_id_book_id_books_org_id_id_fk" FOREIGN KEY ("org_id","book_id") REFERENCES "public"."books"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_org_id_till_id_tills_org_id_id_fk" FOREIGN KEY ("org_id","till_id") REFERENCES "public"."tills"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues" ADD CONSTRAINT "dues_org_id_book_id_books_org_id_id_fk" FOREIGN KEY ("org_id","book_id") REFERENCES "public"."books"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues" ADD CONSTRAINT "dues_org_id_member_id_book_members_org_id_id_fk" FOREIGN KEY ("org_id","member_id") REFERENCES "public"."book_members"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "book_members_once" ON "book_members" USING btree ("org_id","book_id","contact_id","label","number");--> statement-breakpoint
CREATE INDEX "book_members_contact" ON "book_members" USING btree ("org_id","contact_id");--> statement-breakpoint
CREATE INDEX "books_till" ON "books" USING btree ("org_id","till_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dues_once" ON "dues" USING btree ("org_id","member_id","label","due_on") WHERE kind = 'due' and cancelled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "dues_penalty" ON "dues" USING btree ("org_id","penalised_id","period") WHERE kind = 'penalty';--> statement-breakpoint
CREATE INDEX "dues_member" ON "dues" USING btree ("org_id","member_id","due_on","id");--> statement-breakpoint
CREATE INDEX "dues_book" ON "dues" USING btree ("org_id","book_id","due_on","id");--> statement-breakpoint
CREATE INDEX "dues_contact" ON "dues" USING btree ("org_id","contact_id","due_on","id");--> statement-breakpoint
CREATE INDEX "dues_next_penalty" ON "dues" USING btree ("next_penalty_on") WHERE next_penalty_on is not null;--> statement-breakpoint
SELECT protect_tenant_table('books');--> statement-breakpoint
SELECT protect_tenant_table('book_members');--> statement-breakpoint
SELECT protect_tenant_table('dues');
