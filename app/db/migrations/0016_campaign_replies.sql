CREATE TABLE "campaign_replies" (
	"org_id" text NOT NULL,
	"campaign_id" text NOT NULL,
	"message_id" text NOT NULL,
	CONSTRAINT "campaign_replies_org_id_campaign_id_message_id_pk" PRIMARY KEY("org_id","campaign_id","message_id")
);
--> statement-breakpoint
SELECT protect_tenant_table('campaign_replies');
--> statement-breakpoint
-- What was answered until now, by the rule of app/domain/campaigns/noteReply.server.ts.
SET LOCAL ROLE tarishi_system;--> statement-breakpoint
INSERT INTO "campaign_replies" ("org_id", "campaign_id", "message_id")
  SELECT DISTINCT r.org_id, sent.campaign_id, sent.id
  FROM "messages" r CROSS JOIN LATERAL (
    SELECT m.campaign_id, m.id FROM "messages" m
    WHERE m.org_id = r.org_id AND m.contact_id = r.contact_id AND m.phone_number_id = r.phone_number_id
      AND m.campaign_id IS NOT NULL AND m.state IN ('accepted', 'sent', 'delivered', 'read')
      AND m.accepted_at <= r.created_at + interval '5 seconds' AND m.accepted_at > r.created_at - interval '7 days'
    ORDER BY m.accepted_at DESC LIMIT 1
  ) AS sent
  WHERE r.direction = 'in' AND r.type <> 'system';--> statement-breakpoint
RESET ROLE;
