-- An alert's words come from its rule; only the note of a failing service is stored.
UPDATE "alerts" SET "message" = CASE
  WHEN "rule" ~ ':(down|degraded)$' THEN regexp_replace("message", '^\S+ is (down|degraded)(: )?', '')
  ELSE ''
END;
