ALTER TABLE "flow_sessions" ADD COLUMN "to_person" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "flow_sessions" s SET "to_person" = true
WHERE s."status" = 'handed_over' OR s."reason" = 'flood' OR (
	s."status" = 'timed_out' AND EXISTS (
		SELECT 1 FROM "flow_versions" v
		WHERE v."org_id" = s."org_id" AND v."flow_id" = s."flow_id" AND v."number" = s."version"
			AND v."definition" -> 'timeout' ->> 'afterwards' = 'handover'
	)
);
