import { z } from "zod";
import { port, text } from "#app/platform/config/setting.ts";

const url = z.url().optional();

/** The environment of integrations: our app at each service, and another base address for a simulator. */
export const integrationVariables = {
  HUBSPOT_CLIENT_ID: text.meta({ description: "Client ID of our app at HubSpot.", unset: "the simulator" }),
  HUBSPOT_CLIENT_SECRET: text.describe("Its client secret."),
  HUBSPOT_URL: url.meta({ description: "Base address of HubSpot's API.", unset: "HubSpot's" }),
  SALESFORCE_CLIENT_ID: text.meta({
    description: "Client ID of our app at Salesforce.",
    unset: "the simulator",
  }),
  SALESFORCE_CLIENT_SECRET: text.describe("Its client secret."),
  SALESFORCE_URL: url.meta({ description: "Base address of Salesforce's API.", unset: "Salesforce's" }),
  SHOPIFY_CLIENT_ID: text.meta({ description: "Client ID of our app at Shopify.", unset: "the simulator" }),
  SHOPIFY_CLIENT_SECRET: text.describe("Its client secret."),
  SHOPIFY_URL: url.meta({ description: "Base address of Shopify's API.", unset: "Shopify's" }),
  GOOGLE_CLIENT_ID: text.meta({ description: "Client ID of our app at Google.", unset: "the simulator" }),
  GOOGLE_CLIENT_SECRET: text.describe("Its client secret."),
  GOOGLE_URL: url.meta({ description: "Base address of Google's API.", unset: "Google's" }),
  SLACK_CLIENT_ID: text.meta({ description: "Client ID of our app at Slack.", unset: "the simulator" }),
  SLACK_CLIENT_SECRET: text.describe("Its client secret."),
  SLACK_SIGNING_SECRET: text.describe(
    "Verifies Slack's requests; the other services sign with the client secret.",
  ),
  SLACK_URL: url.meta({ description: "Base address of Slack's API.", unset: "Slack's" }),
  INTEGRATIONS_SIM_PORT: port(4070).describe(
    "Port of the simulators of these services, with a page at `http://127.0.0.1:4070/`.",
  ),
};
const variables = z.object(integrationVariables);
type Variables = z.output<typeof variables>;

export const oauthVendors = ["hubspot", "salesforce", "shopify", "google_sheets", "slack"] as const;
export type OAuthVendor = (typeof oauthVendors)[number];

/** Our app at a service. */
export interface VendorApp {
  clientId: string;
  clientSecret: string;
  /** Signs the service's webhooks. */
  signingSecret: string;
  /** Instead of the service's own addresses, without a trailing slash. */
  url: string | undefined;
}

export interface IntegrationsConfig {
  /** Undefined when our app at the service is not set up: it cannot be connected. */
  apps: Partial<Record<OAuthVendor, VendorApp>>;
  /** The simulator replaces services without an app, in a sandbox. */
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

/**
 * With a real Meta app, services without an app are not offered. `derived` creates the sandbox's own secrets.
 */
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
  return { apps, simulated: sandbox, simulatorPort: env.INTEGRATIONS_SIM_PORT };
}
