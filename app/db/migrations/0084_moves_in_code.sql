-- Computed in code, from rows that were locked before: `messages/states.ts` and `campaigns/leasing.ts`.
DROP FUNCTION may_move(message_state, message_state);--> statement-breakpoint
DROP FUNCTION in_quiet_hours(int, int, text, timestamptz);
