import { z } from "zod";
import { port, text } from "./setting.ts";

/** The environment of SMS by Africa's Talking (docs/facts/sms.md). */
export const smsVariables = {
  SMS_URL: z.url().optional().meta({
    description: "Base address of Africa's Talking's API.",
    unset: "Africa's Talking's, or the simulator",
  }),
  SMS_USERNAME: text.describe("Username of the platform's account at Africa's Talking."),
  SMS_API_KEY: text.meta({
    description: "API key of that account. Organisations may also connect an account of their own.",
    unset: "no SMS by the platform; the simulator's in a sandbox",
  }),
  SMS_SENDER_NAME: z
    .string()
    .regex(/^[A-Za-z0-9]{1,11}$/, "at most 11 letters and digits")
    .optional()
    .meta({ description: "The platform's registered sender name.", unset: "the account's default" }),
  SMS_PER_SECOND: z.coerce
    .number()
    .positive()
    .max(500)
    .default(10)
    .describe("Most texts per second and account, in each worker process."),
  SMS_SIM_PORT: port(4080).describe("Port of the SMS simulator."),
};
const variables = z.object(smsVariables);
type Variables = z.output<typeof variables>;

export interface SmsConfig {
  /** Undefined with the simulator. */
  url: string | undefined;
  /** The platform's account; undefined: only organisations' own. */
  account: { username: string; apiKey: string } | undefined;
  senderName: string | undefined;
  perSecond: number;
  simulated: boolean;
  simulatorPort: number;
}

export function smsOf(env: Variables, sandbox: boolean): SmsConfig {
  const { SMS_USERNAME: username, SMS_API_KEY: apiKey } = env;
  const simulated = sandbox && apiKey === undefined;
  const own = username && apiKey ? { username, apiKey } : undefined;
  return {
    url: env.SMS_URL?.replace(/\/$/, "") ?? (simulated ? undefined : "https://api.africastalking.com"),
    account: simulated ? { username: "platform", apiKey: "test-sms-key-platform" } : own,
    senderName: env.SMS_SENDER_NAME,
    perSecond: env.SMS_PER_SECOND,
    simulated,
    simulatorPort: env.SMS_SIM_PORT,
  };
}

/** What is missing for the platform's account. */
export const smsProblems = (env: Variables): string[] =>
  (env.SMS_USERNAME === undefined) === (env.SMS_API_KEY === undefined)
    ? []
    : ["SMS_USERNAME and SMS_API_KEY go together"];
