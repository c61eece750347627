-- What a plan is for is told in the reader's language.
ALTER TABLE "plan_versions" DROP COLUMN "summary";
