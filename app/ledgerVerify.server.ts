import { parseConfig } from "#app/platform/config/config.server.ts";
import { connect } from "./db/client.server.ts";
import { startEmbeddedPostgres } from "./db/embedded.server.ts";
import { verifyLedger } from "./domain/money/ledger/verify.server.ts";

/**
 * Entry of `npm run ledger:verify`: verifies the ledger; exits with 1 and names the first broken line if
 * there is one.
 */
const config = parseConfig();
const embedded = config.databaseUrl
  ? undefined
  : await startEmbeddedPostgres(config.dataDir, config.postgresFolder);
const db = connect(config.databaseUrl ?? embedded!.databaseUrl, {
  logins: config.databaseLogins,
});
const { accounts, lines, broken } = await verifyLedger({ db });
await db.close();
await embedded?.stop();
if (broken) {
  console.error(
    `Broken: book ${broken.book}, account ${broken.account}, ` +
      `${broken.number === null ? "as a whole" : `line ${broken.number} (entry ${broken.entryId})`}: ${broken.reason}.`,
  );
  process.exit(1);
}
console.log(`${accounts} accounts with ${lines} lines are in order.`);
