import { createHash, createHmac } from "node:crypto";
import path from "node:path";
import type { AddressList } from "#app/platform/http/addresses.ts";
import { type CardsConfig, cardsOf } from "./cardsConfig.ts";
import { type DarajaConfig, darajaOf, darajaProblems } from "./darajaConfig.ts";
import type { LimitChanges } from "./databaseLimits.ts";
import { type Environment, environment, type Role } from "./environment.ts";
import { type EtimsConfig, etimsOf, etimsProblems } from "./etimsConfig.ts";
import { type IntegrationsConfig, integrationsOf } from "./integrationsConfig.ts";
import { localSecrets } from "./localSecrets.ts";
import { type ModelConfig, modelOf } from "./modelConfig.ts";
import { filesOf, type S3Config, s3Problems } from "./s3Config.ts";
import { type SmsConfig, smsOf, smsProblems } from "./smsConfig.ts";

export type { Role };

export interface Config {
  port: number;
  host: string;
  appUrl: string;
  /**
   * The base of campaigns' short links, without the slash at the end: `appUrl`, or a shorter host that leads
   * here.
   */
  shortLinkUrl: string;
  roles: ReadonlySet<Role>;
  apiBaseUrl: string | undefined;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: AddressList;
  /** As the owner of the schema. */
  databaseUrl: string | undefined;
  /** Where `bin` and `lib` of the embedded PostgreSQL are; undefined: the packaged one. */
  postgresFolder: string | undefined;
  backupBeforeMigration: string | undefined;
  /** As the platform's two roles; undefined: derived from the owner's address. */
  databaseLogins: { tenantUrl: string; systemUrl: string } | undefined;
  /** Connections per purpose, when different from the default. */
  databasePools: LimitChanges;
  dataDir: string;
  demo: boolean;
  logLevel: string;
  /** Responses report in a header their duration and number of statements. */
  serverTiming: boolean;
  secureCookies: boolean;
  sessionSecret: string;
  /** How long a session may be unused before it ends: a browser session, and a remembered one. */
  sessionIdleMs: { browser: number; remembered: number };
  /** Newest first: the first encrypts, all decrypt. */
  encryptionKeys: { id: string; key: Buffer }[];
  smtpUrl: string | undefined;
  mailFrom: string;
  meta: {
    appId: string;
    appSecret: string;
    previousAppSecret: string | undefined;
    configId: string;
    webhookVerifyToken: string;
    graphApiUrl: string | undefined;
    graphApiVersion: string;
    /** No Meta app is configured: the Graph simulator responds. */
    simulated: boolean;
    simulatorPort: number;
  };
  /** Organisations' webhooks may go to this machine itself: in a sandbox, on request. */
  webhooksToLoopback: boolean;
  /** Undefined when M-Pesa payments are not possible: a deployment without credentials. */
  daraja: DarajaConfig | undefined;
  /** Undefined when cards are not accepted. */
  cards: CardsConfig | undefined;
  /** Undefined when documents are not registered with KRA eTIMS: off by default. */
  etims: EtimsConfig | undefined;
  /** SMS, where WhatsApp does not deliver. */
  sms: SmsConfig;
  /** Services that organisations connect. */
  integrations: IntegrationsConfig;
  /** The account for bank transfers, as shown to customers; undefined when they are not accepted. */
  bankAccount: string | undefined;
  /** Signs the unguessable addresses for payment services and connected services. */
  paymentsHookSecret: string;
  /** The previous one, whose addresses are accepted until it is removed. */
  previousPaymentsHookSecret: string | undefined;
  /** Addresses that may post M-Pesa's notices; undefined: anyone who knows the address. */
  safaricomAddresses: AddressList | undefined;
  /** The model that bots may write with; undefined: they reply with the text of their entries. */
  ai: ModelConfig | undefined;
  aiSimulator: { wanted: boolean; port: number };
  /** The store for files; undefined: as `fileStore` says. */
  s3: S3Config | undefined;
  /** `disk`: in `dataDir`. */
  fileStore: "database" | "disk";
  /** A ClamAV daemon that scans each file; undefined: none. */
  virusScanner: { host: string; port: number } | undefined;
  /** How long, at least, a message in doubt waits for a status webhook before it is sent again. */
  unknownGraceSeconds: number;
  brand: { name: string; salesEmail: string; whatsappChatNumber: string; appHost: string };
}

/** `ENCRYPTION_KEY`: one or more keys of 64 hex digits, newest first, separated by commas. */
function encryptionKeys(text: string): Config["encryptionKeys"] {
  return text.split(",").map((part) => {
    const key = Buffer.from(part.trim(), "hex");
    return { id: createHash("sha256").update(key).digest("hex").slice(0, 8), key };
  });
}

/** All errors of the configuration, one line each. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not complete:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "ConfigError";
  }
}

const weakSecret = /^(.)\1*$|secret|change|example|password|default/i;

/** An address that never leaves the machine, or a name reserved for tests (RFC 6761). */
const isLocal = (url: string) =>
  /^(localhost|127(\.\d+){3}|\[::1\]|.*\.(localhost|test))$/.test(new URL(url).hostname);

/** Whether a URL leads to the embedded PostgreSQL in `dataDir`. */
function isDatabaseIn(dataDir: string, databaseUrl: string): boolean {
  const [, query] = databaseUrl.split("?");
  return new URLSearchParams(query).get("host") === path.join(dataDir, "run");
}

const needsLocalSecrets = (env: Environment) =>
  !env.SESSION_SECRET ||
  !env.ENCRYPTION_KEY ||
  !env.META_APP_SECRET ||
  !env.META_WEBHOOK_VERIFY_TOKEN ||
  !(env.PAYMENTS_HOOK_SECRET || env.DATABASE_URL !== undefined);

/** What is missing for services that are configured in part. */
const serviceProblems = (env: Environment, simulated: boolean) => [
  ...darajaProblems(env),
  ...etimsProblems(env, simulated),
  ...s3Problems(env),
  ...smsProblems(env),
];

/**
 * Parses the environment once. With `DATABASE_URL` (a deployment) every secret must be given and strong;
 * without it (sandbox) they are generated and stored in `DATA_DIR`.
 */
export function parseConfig(source: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  }
  const env = parsed.data;
  const dataDir = path.resolve(env.DATA_DIR ?? (process.getuid?.() === 0 ? "/var/lib/tarishi" : "./data"));
  const deployed = env.DATABASE_URL !== undefined;
  const simulated = env.META_APP_ID === undefined;

  const problems: string[] = [];
  const needSecret = (name: "SESSION_SECRET" | "ENCRYPTION_KEY", pattern: RegExp, shape: string) => {
    const value = env[name];
    if (value === undefined && deployed) problems.push(`${name} is missing: ${shape}`);
    else if (value !== undefined && !pattern.test(value)) problems.push(`${name} must be ${shape}`);
    else if (value !== undefined && weakSecret.test(value))
      problems.push(`${name} is a default or weak value: ${shape}`);
  };
  needSecret("SESSION_SECRET", /^.{32,}$/, "at least 32 random characters");
  needSecret(
    "ENCRYPTION_KEY",
    /^[0-9a-f]{64}(,[0-9a-f]{64})*$/i,
    "64 hex digits (several keys: newest first, by comma)",
  );
  if (deployed && env.APP_URL === undefined)
    problems.push("APP_URL is missing: the public address, https://…");
  if (deployed && env.SMTP_URL === undefined)
    problems.push("SMTP_URL is missing: the mail server, such as smtps://user:password@host:465");
  if ((env.DATABASE_TENANT_URL ?? env.DATABASE_SYSTEM_URL) && !databaseLoginsOf(env))
    problems.push("DATABASE_TENANT_URL and DATABASE_SYSTEM_URL go together, and with DATABASE_URL");
  if (!simulated && !env.META_APP_SECRET)
    problems.push("META_APP_SECRET is missing: needed with META_APP_ID");
  if (!simulated && !env.META_WEBHOOK_VERIFY_TOKEN) {
    problems.push("META_WEBHOOK_VERIFY_TOKEN is missing: needed with META_APP_ID");
  }
  if (!simulated && !env.META_CONFIG_ID) problems.push("META_CONFIG_ID is missing: needed with META_APP_ID");
  const demo = env.DEMO ? env.DEMO === "on" : !deployed && simulated;
  if (demo && !simulated)
    problems.push("DEMO=on can't go with META_APP_ID: the demo's logins have published passwords");
  if (demo && env.DATABASE_URL !== undefined && !isDatabaseIn(dataDir, env.DATABASE_URL))
    problems.push(
      "DEMO=on can't go with DATABASE_URL: the demo's logins have published passwords. Set DEMO=off, or unset DATABASE_URL for a demo",
    );
  const webhooksToLoopback = env.WEBHOOKS_TO_LOOPBACK === "on";
  if (webhooksToLoopback && !simulated)
    problems.push("WEBHOOKS_TO_LOOPBACK=on is for a sandbox: it can't go with META_APP_ID");
  const appUrl = (env.APP_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, "");
  if (deployed && !appUrl.startsWith("https:") && !isLocal(appUrl))
    problems.push(
      "APP_URL must begin with https:// unless it is this machine: cookies would go in the clear",
    );
  problems.push(...serviceProblems(env, simulated));
  if (problems.length > 0) throw new ConfigError(problems);

  const local = needsLocalSecrets(env) ? localSecrets(dataDir) : undefined;
  const sessionSecret = env.SESSION_SECRET ?? local!.sessionSecret;
  const derived = (what: string) => createHmac("sha256", sessionSecret).update(what).digest("base64url");
  return {
    port: env.PORT,
    // The demo's logins work on the local machine only, unless configured otherwise.
    host: env.HOST ?? (demo ? "127.0.0.1" : "0.0.0.0"),
    appUrl,
    shortLinkUrl: (env.SHORT_LINK_URL ?? appUrl).replace(/\/$/, ""),
    roles: new Set(env.ROLES),
    apiBaseUrl: env.API_BASE_URL?.replace(/\/$/, ""),
    trustedProxies: env.TRUSTED_PROXIES,
    databaseUrl: env.DATABASE_URL,
    postgresFolder: env.POSTGRES_FOLDER,
    backupBeforeMigration: env.BACKUP_BEFORE_MIGRATION,
    databaseLogins: databaseLoginsOf(env),
    databasePools: env.DATABASE_POOLS,
    dataDir,
    demo,
    logLevel: env.LOG_LEVEL,
    serverTiming: env.SERVER_TIMING === "on",
    secureCookies: appUrl.startsWith("https:"),
    sessionSecret,
    sessionIdleMs: {
      browser: env.SESSION_IDLE_HOURS * 3_600_000,
      remembered: env.SESSION_REMEMBERED_IDLE_DAYS * 86_400_000,
    },
    encryptionKeys: encryptionKeys(env.ENCRYPTION_KEY ?? local!.encryptionKey),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    meta: {
      appId: env.META_APP_ID ?? "100000000000001",
      appSecret: env.META_APP_SECRET ?? local!.metaAppSecret,
      previousAppSecret: env.META_APP_SECRET_PREVIOUS,
      configId: env.META_CONFIG_ID ?? "200000000000001",
      webhookVerifyToken: env.META_WEBHOOK_VERIFY_TOKEN ?? local!.metaWebhookVerifyToken,
      graphApiUrl: env.GRAPH_API_URL?.replace(/\/$/, ""),
      graphApiVersion: env.GRAPH_API_VERSION,
      simulated,
      simulatorPort: env.GRAPH_SIM_PORT,
    },
    webhooksToLoopback,
    daraja: darajaOf(env, simulated),
    cards: cardsOf(env, simulated, `sk_test_${derived("cards")}`),
    etims: etimsOf(env, simulated, demo),
    sms: smsOf(env, simulated),
    integrations: integrationsOf(env, simulated, derived),
    bankAccount: env.BANK_ACCOUNT ?? (simulated ? "Sandbox Bank, Nairobi, account 000 000 000" : undefined),
    // With real M-Pesa it is given. A deployment without M-Pesa uses it only for the addresses of connected
    // services.
    paymentsHookSecret:
      env.PAYMENTS_HOOK_SECRET ?? (deployed ? derived("payments").slice(0, 32) : local!.paymentsHookSecret),
    previousPaymentsHookSecret: env.PAYMENTS_HOOK_SECRET_PREVIOUS,
    safaricomAddresses: env.SAFARICOM_ADDRESSES,
    ai: modelOf(env, simulated),
    aiSimulator: { wanted: simulated && env.AI_BASE_URL === undefined, port: env.AI_SIM_PORT },
    ...filesOf(env),
    virusScanner: scannerAt(env.CLAMAV_ADDRESS),
    unknownGraceSeconds: env.UNKNOWN_GRACE_SECONDS,
    brand: {
      name: env.BRAND_NAME,
      salesEmail: env.SALES_EMAIL,
      whatsappChatNumber: env.WHATSAPP_CHAT_NUMBER,
      appHost: (env.APP_HOST ?? appUrl).replace(/\/$/, ""),
    },
  };
}

function databaseLoginsOf({
  DATABASE_URL: owner,
  DATABASE_TENANT_URL: tenantUrl,
  DATABASE_SYSTEM_URL: systemUrl,
}: Environment): Config["databaseLogins"] {
  return owner && tenantUrl && systemUrl ? { tenantUrl, systemUrl } : undefined;
}

function scannerAt(address: string | undefined): Config["virusScanner"] {
  const [host, port] = address?.split(":") ?? [];
  return host && port ? { host, port: Number(port) } : undefined;
}
