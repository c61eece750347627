import { parseConfig } from "#app/platform/config/config.server.ts";
import { startGraphSimulator } from "#simulators/meta/server.ts";

/**
 * The Graph simulator as its own process, with quick webhooks, for tests that kill the server. With `--late-readers` the
 * last statuses of a campaign show that those of its end have arrived, also when servers take long to start again.
 */
const reads = process.argv.includes("--late-readers") ? { read: 20_000, readLate: 90_000 } : { read: 400 };
const { meta } = parseConfig();
await startGraphSimulator({
  port: meta.simulatorPort,
  appId: meta.appId,
  appSecret: meta.appSecret,
  verifyToken: meta.webhookVerifyToken,
  delaysMs: { review: 10, sent: 50, delivered: 150, ...reads },
  webhooks: { retryBaseMs: 100, retryCapMs: 1000 },
});
