import { type Config, ConfigError, parseConfig } from "#app/platform/config/config.server.ts";
import { countOf } from "#app/platform/numbers/counts.ts";
import { withoutValues } from "#app/platform/run/describeError.ts";
import { systemClock } from "#app/platform/time/clock.ts";
import { connect } from "./db/client.server.ts";
import { acceptsQueries, hasEmbeddedPostgres, startEmbeddedPostgres } from "./db/embedded.server.ts";
import { MigrationError, migrate } from "./db/migrate.server.ts";
import { makeAdmin } from "./domain/accounts/makeAdmin.server.ts";
import { email } from "./domain/accounts/schemas.ts";
import { absent, DomainError, errorsOf, invalid, unavailable } from "./platform/errors.ts";
import { registerRooms } from "./registerRooms.ts";

const commandError = errorsOf({
  "admin.address_missing": invalid(
    () => "Say who is to become an administrator: npm run admin -- someone@example.co.ke",
  ),
  "admin.no_answer": unavailable(() => "The database does not answer. Is DATABASE_URL right?"),
  "admin.no_database": absent(
    () =>
      "There is no database here: set DATABASE_URL as the server has it, or DATA_DIR where it keeps its own.",
  ),
});

/**
 * Entry of `npm run admin -- someone@example.co.ke`: makes an account an administrator, in the configured
 * database. A running PostgreSQL of ours is joined, otherwise started for the duration.
 */
async function run(argument: string | undefined): Promise<string> {
  registerRooms();
  const address = email.safeParse(argument);
  if (!address.success) throw commandError("admin.address_missing");
  const config = parseConfig();
  if (!config.databaseUrl && !hasEmbeddedPostgres(config.dataDir)) throw commandError("admin.no_database");
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres(config.dataDir, config.postgresFolder);
  try {
    return await makeAdminIn(config, config.databaseUrl ?? embedded!.databaseUrl, address.data);
  } finally {
    await embedded?.stop();
  }
}

async function makeAdminIn(
  { databaseLogins: logins }: Config,
  databaseUrl: string,
  email: string,
): Promise<string> {
  if (!(await acceptsQueries(databaseUrl))) throw commandError("admin.no_answer");
  await migrate(databaseUrl, { logins });
  const db = connect(databaseUrl, { logins });
  try {
    const { changed, endedSessions } = await makeAdmin({
      services: { db, clock: systemClock },
      input: { email },
    });
    if (!changed) return `${email} is an administrator already.`;
    return `${email} is an administrator from the next sign-in on; ${countOf(endedSessions, "session")} ended.`;
  } finally {
    await db.close();
  }
}

try {
  console.log(await run(process.argv[2]));
} catch (error) {
  const isForPeople = [DomainError, ConfigError, MigrationError].some((kind) => error instanceof kind);
  console.error(isForPeople ? (error as Error).message : withoutValues(error));
  process.exitCode = 1;
}
