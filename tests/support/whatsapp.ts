import { type RunningGraphSimulator, startGraphSimulator } from "#simulators/meta/server.ts";
import { createTestPlatform, type TestOrg, type TestPlatform } from "./platform.ts";
import { setUp } from "./setUp.ts";

/** Meta's response to embedded signup, as the browser returns it. */
export interface SignupAnswer {
  code: string;
  shared_waba_id: string;
  state: string;
  phone_number_id?: string;
}

/** The platform of a test file whose Graph API is its own simulator, with the same app. */
export function setUpWhatsappPlatform({ env = {} }: { env?: Record<string, string> } = {}) {
  const appId = "100000000000001";
  const appSecret = "a-secret-of-the-test-app";
  const simulator = setUp(
    () => startGraphSimulator({ port: 0, appId, appSecret }),
    ({ close }) => close(),
  );
  const platform = setUp(
    () => createTestPlatform({ graphUrl: simulator.url, env: { ...env, META_APP_SECRET: appSecret } }),
    ({ close }) => close(),
  );
  return { platform, simulator };
}

/**
 * Goes through the simulator's signup dialog like a member: a new account, or an existing one by `wabaId`.
 */
export async function answerDialog(
  url: string,
  answer: { businessName?: string; phone?: string; wabaId?: string; cancel?: boolean },
): Promise<SignupAnswer> {
  const address = new URL(url);
  const form = new URLSearchParams(address.searchParams);
  form.set("intent", answer.cancel ? "cancel" : answer.wabaId ? "existing" : "create");
  if (answer.wabaId) form.set("waba_id", answer.wabaId);
  form.set("business_name", answer.businessName ?? "Duka Letu");
  if (answer.phone) form.set("display_phone_number", answer.phone);
  const response = await fetch(new URL(address.pathname, address), {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const location = response.headers.get("location");
  if (!location) throw new Error(`The dialog answered ${response.status}: ${await response.text()}`);
  return Object.fromEntries(new URL(location).searchParams) as unknown as SignupAnswer;
}

/** An organisation with a connected WhatsApp account. */
export async function connectOrg(
  platform: TestPlatform,
  name = "Duka Letu",
): Promise<TestOrg & { wabaId: string }> {
  const org = await platform.createOrg(name);
  const { url } = await platform.call("POST /embedded-signup", {}, org);
  const answer = await answerDialog(url, { businessName: name });
  await platform.call("GET /meta/embedded-callback", { ...answer }, org);
  return { ...org, wabaId: answer.shared_waba_id };
}

/** A call to the control surface of the simulator. */
export async function control<T>(simulator: RunningGraphSimulator, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${simulator.url}/_sim/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`/_sim/${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** A template that Meta accepts: header, two variables, footer, a quick reply and a link with a variable. */
export const orderReady = {
  name: "Order ready!",
  category: "UTILITY" as const,
  language: "en" as const,
  header: "Order {{1}}",
  body: "Hello {{1}}, your order is ready to be collected at {{2}} until this evening.",
  footer: "Duka Letu",
  buttons: [
    { kind: "QUICK_REPLY" as const, text: "On my way", value: "" },
    { kind: "URL" as const, text: "Track", value: "https://duka.test/t/{{1}}" },
  ],
  samples: [
    { key: "header:1", value: "TR-5521" },
    { key: "1", value: "Asha" },
    { key: "2", value: "Nakuru" },
    { key: "button:1", value: "abc" },
  ],
};
