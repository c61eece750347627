import { parseConfig } from "#app/platform/config/config.server.ts";
import { countOf } from "#app/platform/numbers/counts.ts";
import { withoutValues } from "#app/platform/run/describeError.ts";
import { connect } from "./db/client.server.ts";
import { acceptsQueries, hasEmbeddedPostgres, startEmbeddedPostgres } from "./db/embedded.server.ts";
import { verifyAudit } from "./domain/record/audit/verify.server.ts";

/**
 * Entry of `npm run audit:verify`: checks the sealed log of every organisation in the configured database,
 * and names the first changed line of each. Exits with 1 if there is one.
 */
async function run(): Promise<number> {
  const config = parseConfig();
  if (!config.databaseUrl && !hasEmbeddedPostgres(config.dataDir)) {
    console.error(
      "There is no database here: set DATABASE_URL as the server has it, or DATA_DIR where it keeps its own.",
    );
    return 1;
  }
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres(config.dataDir, config.postgresFolder);
  const databaseUrl = config.databaseUrl ?? embedded!.databaseUrl;
  if (!(await acceptsQueries(databaseUrl))) {
    console.error("The database does not answer. Is DATABASE_URL right?");
    return 1;
  }
  const db = connect(databaseUrl, { logins: config.databaseLogins });
  try {
    const { organisations, events, breaks } = await verifyAudit({ services: { config, db } });
    for (const { orgId, seq, eventId, problem } of breaks)
      console.error(`${orgId}: line ${seq ?? "without a seal"} (${eventId}) was ${problem}`);
    console.log(
      `${countOf(events, "event")} of ${countOf(organisations, "organisation")} checked; ${countOf(breaks.length, "break")} found.`,
    );
    return breaks.length === 0 ? 0 : 1;
  } finally {
    await db.close();
    await embedded?.stop();
  }
}

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(withoutValues(error));
    process.exit(1);
  },
);
