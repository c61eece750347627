ALTER TABLE "retention_reports" DROP CONSTRAINT "retention_reports_run_id_retention_runs_id_fk";
