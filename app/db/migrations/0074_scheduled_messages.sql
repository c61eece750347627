CREATE TABLE "scheduled_messages" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"author_user_id" text NOT NULL,
	"body" text NOT NULL,
	"template_id" text,
	"variables" jsonb,
	"max_total_cents" integer,
	"send_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'scheduled' NOT NULL,
	"problem" text,
	"message_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scheduled_messages_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "scheduled_messages_state" CHECK (state in ('scheduled', 'sent', 'cancelled', 'expired', 'failed') and (state = 'sent') = (message_id is not null)
        and (state not in ('expired', 'failed') or problem is not null))
);
--> statement-breakpoint
ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_org_id_conversation_id_conversations_org_id_id_fk" FOREIGN KEY ("org_id","conversation_id") REFERENCES "public"."conversations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scheduled_messages_shown" ON "scheduled_messages" USING btree ("org_id","conversation_id") WHERE state in ('scheduled', 'expired', 'failed');--> statement-breakpoint
CREATE INDEX "scheduled_messages_due" ON "scheduled_messages" USING btree ("send_at") WHERE state = 'scheduled';--> statement-breakpoint
SELECT protect_tenant_table('scheduled_messages');
