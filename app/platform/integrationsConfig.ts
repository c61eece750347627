import { z } from "zod";

const optional = z.string().trim().min(1).optional();

/** The environment of integrations: our app at each service, and another base address where a simulator answers. */
export const integrationVariables = {
  HUBSPOT_CLIENT_ID: optional,
  HUBSPOT_CLIENT_SECRET: optional,
  HUBSPOT_URL: z.url().optional(),
  SALESFORCE_CLIENT_ID: optional,
  SALESFORCE_CLIENT_SECRET: optional,
  SALESFORCE_URL: z.url().optional(),
  SHOPIFY_CLIENT_ID: optional,
  SHOPIFY_CLIENT_SECRET: optional,
  SHOPIFY_URL: z.url().optional(),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  GOOGLE_URL: z.url().optional(),
  SLACK_CLIENT_ID: optional,
  SLACK_CLIENT_SECRET: optional,
  SLACK_SIGNING_SECRET: optional,
  SLACK_URL: z.url().optional(),
  MPESA_C2B_URL: z.url().optional(),
  INTEGRATIONS_SIM_PORT: z.coerce.number().int().min(0).max(65535).default(4070),
};
const variables = z.object(integrationVariables);
type Variables = z.output<typeof variables>;

export const oauthVendors = ["hubspot", "salesforce", "shopify", "google_sheets", "slack"] as const;
export type OAuthVendor = (typeof oauthVendors)[number];

/** Our app at a service. */
export interface VendorApp {
  clientId: string;
  clientSecret: string;
  /** Signs what the service posts to us. */
  signingSecret: string;
  /** Instead of the service's own addresses, without a trailing slash. */
  url: string | undefined;
}

export interface IntegrationsConfig {
  /** Absent where our app at the service is not set up: nobody can connect it. */
  apps: Partial<Record<OAuthVendor, VendorApp>>;
  mpesaUrl: string | undefined;
  /** The simulator answers for services without an app, in a sandbox. */
  simulated: boolean;
  simulatorPort: number;
}

const prefixes = {
  hubspot: "HUBSPOT",
  salesforce: "SALESFORCE",
  shopify: "SHOPIFY",
  google_sheets: "GOOGLE",
  slack: "SLACK",
} as const satisfies Record<OAuthVendor, string>;

/** Where Meta is real, services without an app are not offered. `derived` makes the sandbox's own secrets. */
export function integrationsOf(
  env: Variables,
  sandbox: boolean,
  derived: (what: string) => string,
): IntegrationsConfig {
  const simulator = `http://127.0.0.1:${env.INTEGRATIONS_SIM_PORT}`;
  const apps: IntegrationsConfig["apps"] = {};
  for (const vendor of oauthVendors) {
    const prefix = prefixes[vendor];
    const url = env[`${prefix}_URL`]?.replace(/\/$/, "");
    const clientId = env[`${prefix}_CLIENT_ID`];
    const clientSecret = env[`${prefix}_CLIENT_SECRET`];
    const signingSecret = vendor === "slack" ? env.SLACK_SIGNING_SECRET : clientSecret;
    if (clientId && clientSecret && signingSecret)
      apps[vendor] = { clientId, clientSecret, signingSecret, url };
    else if (sandbox)
      apps[vendor] = {
        clientId: `sandbox-${vendor}`,
        clientSecret: derived(`integrations:${vendor}`),
        signingSecret: derived(`integrations:${vendor}`),
        url: url ?? `${simulator}/${vendor}`,
      };
  }
  const mpesaUrl = env.MPESA_C2B_URL?.replace(/\/$/, "") ?? (sandbox ? `${simulator}/mpesa` : undefined);
  return { apps, mpesaUrl, simulated: sandbox, simulatorPort: env.INTEGRATIONS_SIM_PORT };
}
