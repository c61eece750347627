CREATE TABLE "answered_waits" (
	"org_id" text NOT NULL,
	"message_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"answered_by" text,
	"is_first_reply" boolean NOT NULL,
	"waiting_since" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	CONSTRAINT "answered_waits_org_id_message_id_pk" PRIMARY KEY("org_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "canned_replies" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"owner_user_id" text,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "canned_replies_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "conversation_notes" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"author_user_id" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversation_notes_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "inbox_members" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"on_duty" boolean DEFAULT false NOT NULL,
	"capacity" integer DEFAULT 10 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_members_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "inbox_settings" (
	"org_id" text NOT NULL,
	"working_week" jsonb,
	"away_message" text DEFAULT '' NOT NULL,
	"first_reply_minutes" integer,
	"next_reply_minutes" integer,
	"auto_assign" boolean DEFAULT false NOT NULL,
	"alarm_minutes" integer,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_settings_org_id_pk" PRIMARY KEY("org_id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "assigned_to" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "awaits_first_reply" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "labels" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "last_message_id" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "away_sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "alarmed_for" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "answered_waits" ADD CONSTRAINT "answered_waits_org_id_conversation_id_conversations_org_id_id_fk" FOREIGN KEY ("org_id","conversation_id") REFERENCES "public"."conversations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "canned_replies" ADD CONSTRAINT "canned_replies_org_id_owner_user_id_members_org_id_user_id_fk" FOREIGN KEY ("org_id","owner_user_id") REFERENCES "public"."members"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD CONSTRAINT "conversation_notes_org_id_conversation_id_conversations_org_id_id_fk" FOREIGN KEY ("org_id","conversation_id") REFERENCES "public"."conversations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_members" ADD CONSTRAINT "inbox_members_org_id_user_id_members_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."members"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answered_waits_time" ON "answered_waits" USING btree ("org_id","answered_at");--> statement-breakpoint
CREATE INDEX "answered_waits_late" ON "answered_waits" USING btree ("org_id","answered_at" DESC NULLS LAST) WHERE answered_at > due_at;--> statement-breakpoint
CREATE INDEX "answered_waits_conversation" ON "answered_waits" USING btree ("org_id","conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "canned_replies_title" ON "canned_replies" USING btree ("org_id",coalesce(owner_user_id, ''),lower(title));--> statement-breakpoint
CREATE INDEX "conversation_notes_thread" ON "conversation_notes" USING btree ("org_id","conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "conversations_live" ON "conversations" USING btree ("org_id","assigned_to","last_message_at") WHERE state <> 'closed';--> statement-breakpoint
CREATE INDEX "conversations_closed" ON "conversations" USING btree ("org_id","last_message_at") WHERE state = 'closed';--> statement-breakpoint
CREATE INDEX "conversations_waiting" ON "conversations" USING btree ("org_id","waiting_since") WHERE waiting_since is not null;--> statement-breakpoint
-- Who leaves the organisation lets go of their conversations; the rest of the row stays.
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_assigned_to_fk" FOREIGN KEY ("org_id","assigned_to") REFERENCES "members"("org_id","user_id") ON DELETE SET NULL ("assigned_to");--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_state" CHECK ("state" IN ('open', 'waiting', 'closed') AND ("state" = 'waiting') = ("waiting_since" IS NOT NULL));--> statement-breakpoint
SELECT protect_tenant_table(name) FROM unnest(ARRAY['answered_waits', 'canned_replies', 'conversation_notes', 'inbox_members', 'inbox_settings']) AS name;--> statement-breakpoint
-- What nobody has read yet waits for an answer.
SET LOCAL ROLE tarishi_system;--> statement-breakpoint
UPDATE "conversations" SET "state" = 'waiting', "waiting_since" = "last_message_at", "awaits_first_reply" = true WHERE "unread" > 0;--> statement-breakpoint
RESET ROLE;
