-- ORDER BY … DESC puts nulls first; only an index that is read backwards has that order.
DROP INDEX "contacts_created";--> statement-breakpoint
DROP INDEX "activity_logs_time";--> statement-breakpoint
DROP INDEX "conversations_recent";--> statement-breakpoint
CREATE INDEX "contacts_created" ON "contacts" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "activity_logs_time" ON "activity_logs" USING btree ("org_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "conversations_recent" ON "conversations" USING btree ("org_id","last_message_at");