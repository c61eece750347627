-- Open pages are notified by what changes their tables (app/db/notify.server.ts), with the commit: a trigger on a shard
-- would notify a machine on which nothing listens, and can't run in a commit over two machines.
DROP FUNCTION tell_change() CASCADE;--> statement-breakpoint
DROP FUNCTION tell_campaign() CASCADE;--> statement-breakpoint
DROP FUNCTION tell_media() CASCADE;--> statement-breakpoint
DROP FUNCTION tell_payment() CASCADE;
