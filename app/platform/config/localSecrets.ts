import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

interface LocalSecrets {
  sessionSecret: string;
  encryptionKey: string;
  metaAppSecret: string;
  metaWebhookVerifyToken: string;
  paymentsHookSecret: string;
}

/** Secrets of a sandbox: generated once, stored in `DATA_DIR/secrets.json`, readable by the owner only. */
export function localSecrets(dataDir: string): LocalSecrets {
  const file = path.join(dataDir, "secrets.json");
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Partial<LocalSecrets>) : {};
  const secrets: LocalSecrets = {
    sessionSecret: randomBytes(32).toString("hex"),
    encryptionKey: randomBytes(32).toString("hex"),
    metaAppSecret: randomBytes(16).toString("hex"),
    metaWebhookVerifyToken: randomBytes(16).toString("hex"),
    paymentsHookSecret: randomBytes(24).toString("hex"),
    ...known,
  };
  if (Object.keys(secrets).every((name) => name in known)) return secrets;
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  chmodSync(file, 0o600);
  return secrets;
}
