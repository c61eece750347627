import { z } from "zod";
import { loopbackAddresses, parseAddresses } from "#app/platform/http/addresses.ts";
import { cardVariables } from "./cardsConfig.ts";
import { darajaVariables } from "./darajaConfig.ts";
import { poolSizes, purposes } from "./databaseLimits.ts";
import { etimsVariables } from "./etimsConfig.ts";
import { integrationVariables } from "./integrationsConfig.ts";
import { modelVariables } from "./modelConfig.ts";
import { s3Variables } from "./s3Config.ts";
import { port, text } from "./setting.ts";
import { smsVariables } from "./smsConfig.ts";

const roleNames = ["web", "api", "worker"] as const;
export type Role = (typeof roleNames)[number];

const addresses = z.string().transform((list, check) => {
  try {
    return parseAddresses(list);
  } catch (error) {
    check.addIssue({ code: "custom", message: (error as Error).message });
    return z.NEVER;
  }
});

const serverVariables = {
  NODE_ENV: text.meta({
    description: "Set by the commands; `production` in a deployment.",
    unset: "set by the command",
  }),
  APP_URL: z.url().optional().meta({
    description: "Public address. Required in a deployment. `https:` makes cookies `Secure` and sends HSTS.",
    unset: "`http://localhost:PORT`",
  }),
  PORT: port(4000).describe("Port to listen on."),
  HOST: text.meta({
    description:
      "Address to listen on. A demo accepts connections from this machine only, unless `0.0.0.0` is set.",
    unset: "`0.0.0.0`; `127.0.0.1` in a demo",
  }),
  ROLES: z
    .string()
    .default(roleNames.join(","))
    .transform((list) => list.split(",").map((name) => name.trim()))
    .pipe(z.array(z.enum(roleNames)).min(1))
    .describe("What this process does; see `docs/deployment.md`."),
  API_BASE_URL: z.url().optional().meta({
    description: "API of another process, for a process with the role `web` alone.",
    unset: "the API in this process",
  }),
  TRUSTED_PROXIES: addresses
    .prefault(loopbackAddresses)
    .describe(
      "Proxies whose `X-Forwarded-For` is trusted: addresses and ranges, separated by commas; see `docs/deployment.md`.",
    ),
  DEMO: z.enum(["on", "off"]).optional().meta({
    description:
      "Demo organisation, its logins and the handset. Refused with a real Meta app or another database.",
    unset: "`on` without `DATABASE_URL` and Meta app",
  }),
  DATA_DIR: text.meta({
    description: "Folder for the database, files, outgoing emails and generated secrets of a sandbox.",
    unset: "`./data`; `/var/lib/tarishi` as root",
  }),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "silent"])
    .default("info")
    .describe("Least severe level that is logged."),
  SERVER_TIMING: z
    .enum(["on", "off"])
    .default("off")
    .describe("`on` adds a `Server-Timing` header with the duration and the number of statements."),
};

const databaseVariables = {
  DATABASE_URL: text.meta({
    description:
      "PostgreSQL 15 or later, as the owner of the schema. With it a start counts as a deployment.",
    unset: "a PostgreSQL in `DATA_DIR`",
  }),
  DATABASE_TENANT_URL: text.meta({
    description: "Login for the role `tarishi_tenant`, where an administrator created it. Set both or none.",
    unset: "derived from `DATABASE_URL`",
  }),
  DATABASE_SYSTEM_URL: text.meta({
    description: "Login for the role `tarishi_system`, where an administrator created it. Set both or none.",
    unset: "derived from `DATABASE_URL`",
  }),
  DATABASE_POOLS: z
    .string()
    .default("")
    .transform((list, check) => {
      try {
        return list ? poolSizes(list) : {};
      } catch {
        check.addIssue({
          code: "custom",
          message: `a list such as pages=20,long=2, of ${purposes.join(", ")}`,
        });
        return z.NEVER;
      }
    })
    .meta({
      description: `Largest number of connections by purpose, such as \`pages=20,long=2\`: ${purposes.join(", ")}.`,
      unset: "`app/platform/config/databaseLimits.ts`",
    }),
  BACKUP_BEFORE_MIGRATION: text.meta({
    description:
      "Folder for a backup that a start writes before it migrates a database of an earlier version; see `docs/deployment.md`.",
    unset: "no backup",
  }),
  POSTGRES_FOLDER: text.meta({
    description: "Folder with `bin` and `lib` of the PostgreSQL to start, such as `/usr/lib/postgresql/15`.",
    unset: "the packaged PostgreSQL 18",
  }),
};

const secretVariables = {
  SESSION_SECRET: text.meta({
    description: "At least 32 random characters. Required in a deployment.",
    unset: "generated in `DATA_DIR`",
  }),
  ENCRYPTION_KEY: text.meta({
    description:
      "64 hex digits. Required in a deployment. Several keys, newest first, separated by commas: the first encrypts, all decrypt.",
    unset: "generated in `DATA_DIR`",
  }),
  SESSION_IDLE_HOURS: z.coerce
    .number()
    .positive()
    .default(4)
    .describe("Hours without use after which a browser session ends."),
  SESSION_REMEMBERED_IDLE_DAYS: z.coerce
    .number()
    .positive()
    .default(14)
    .describe("Days without use after which a remembered session ends."),
};

const emailVariables = {
  SMTP_URL: text.meta({
    description: "SMTP server, such as `smtps://user:password@host:465`. Required in a deployment.",
    unset: "emails are written to `DATA_DIR/outbox`",
  }),
  MAIL_FROM: z.string().default("Tarishi <no-reply@tarishi.test>").describe("Sender of all emails."),
};

const metaVariables = {
  META_APP_ID: text.meta({
    description: "ID of the Meta app. With it the next three are required.",
    unset: "the simulator",
  }),
  META_APP_SECRET: text.describe("Secret of the Meta app; verifies its webhooks."),
  META_CONFIG_ID: text.describe("ID of the configuration for WhatsApp Embedded Signup."),
  META_WEBHOOK_VERIFY_TOKEN: text.describe(
    "Token of your choice that Meta sends when it checks the webhook address.",
  ),
  META_APP_SECRET_PREVIOUS: text.describe("The secret before the last change, still accepted on webhooks."),
  GRAPH_API_URL: z.url().optional().meta({ description: "Base address of the Graph API.", unset: "Meta's" }),
  GRAPH_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/)
    .default("v25.0")
    .describe("Version of the Graph API."),
  GRAPH_SIM_PORT: port(4010).describe("Port of the WhatsApp simulator."),
  UNKNOWN_GRACE_SECONDS: z.coerce
    .number()
    .positive()
    .default(300)
    .describe("Seconds that a message whose response was lost waits for a status before it is retried."),
  WEBHOOKS_TO_LOOPBACK: z
    .enum(["on", "off"])
    .default("off")
    .describe(
      "`on` lets organisations' webhooks go to this machine, for development. Refused with a Meta app.",
    ),
};

const paymentVariables = {
  PAYMENTS_HOOK_SECRET: text.meta({
    description:
      "Secret part of the callback addresses for M-Pesa and connected services, 24 to 64 characters.",
    unset: "derived from `SESSION_SECRET`; generated in a sandbox",
  }),
  PAYMENTS_HOOK_SECRET_PREVIOUS: text.describe("The secret before the last change, still accepted."),
  SAFARICOM_ADDRESSES: addresses.optional().meta({
    description: "Addresses and ranges that M-Pesa's callbacks may come from, separated by commas.",
    unset: "any",
  }),
  BANK_ACCOUNT: text.meta({
    description: "Account for bank transfers, as customers read it. Without it there are no bank transfers.",
    unset: "a sample in a sandbox",
  }),
};

const fileVariables = {
  ...s3Variables,
  CLAMAV_ADDRESS: z
    .string()
    .regex(/^[\w.-]+:\d{1,5}$/, "a host and a port, such as 127.0.0.1:3310")
    .optional()
    .meta({
      description: "`host:port` of a ClamAV daemon that scans each file before it is stored or sent.",
      unset: "files are not scanned",
    }),
};

const publicVariables = {
  BRAND_NAME: z.string().default("Tarishi").describe("Name on the public pages."),
  SALES_EMAIL: z.string().default("sales@tarishi.test").describe("Sales address on the public pages."),
  WHATSAPP_CHAT_NUMBER: z
    .string()
    .regex(/^\d{8,15}$/)
    .default("254700000000")
    .describe("Chat number on the public pages, digits only."),
  APP_HOST: z.url().optional().meta({ description: "Where _Sign In_ leads.", unset: "`APP_URL`" }),
  SHORT_LINK_URL: z.url().optional().meta({
    description:
      "Base of the short links in campaigns: a host that leads to this server, such as `https://go.example`.",
    unset: "`APP_URL`",
  }),
};

/** Every setting, by the section of `docs/configuration.md` that lists it. */
export const settings = {
  Server: serverVariables,
  Database: databaseVariables,
  "Secrets and sessions": secretVariables,
  Email: emailVariables,
  "Meta and messages": metaVariables,
  Payments: paymentVariables,
  "M-Pesa (Daraja)": darajaVariables,
  "Cards (Paystack)": cardVariables,
  "KRA eTIMS": etimsVariables,
  "SMS (Africa's Talking)": smsVariables,
  "Connected services": integrationVariables,
  "Model for bots": modelVariables,
  Files: fileVariables,
  "Public pages": publicVariables,
};

/** The environment. An empty variable counts as absent. */
export const environment = z.object({
  ...serverVariables,
  ...databaseVariables,
  ...secretVariables,
  ...emailVariables,
  ...metaVariables,
  ...paymentVariables,
  ...darajaVariables,
  ...cardVariables,
  ...etimsVariables,
  ...smsVariables,
  ...integrationVariables,
  ...modelVariables,
  ...fileVariables,
  ...publicVariables,
});
export type Environment = z.output<typeof environment>;
