ALTER TABLE "messages" ADD COLUMN "author_user_id" text;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("org_id","user_id","href") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "conversations_unread" ON "conversations" USING btree ("org_id") WHERE unread > 0;