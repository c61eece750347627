import { request } from "undici";
import { z } from "zod";
import type { DarajaConfig } from "#app/platform/config/darajaConfig.ts";

const openPrompt = z.object({
  checkoutRequestId: z.string(),
  amount: z.number(),
  accountReference: z.string(),
  createdAt: z.coerce.date(),
});
export type OpenPrompt = z.output<typeof openPrompt>;

const addressOf = (daraja: DarajaConfig) => daraja.url ?? `http://127.0.0.1:${daraja.simulatorPort}`;
const patience = { headersTimeout: 3000, bodyTimeout: 3000 };

/** The waiting payment prompts of a simulated phone; none without a simulator. */
export async function promptsOn(daraja: DarajaConfig, phone: string): Promise<OpenPrompt[]> {
  try {
    const query = new URLSearchParams({ msisdn: phone.replace(/^\+/, "") });
    const answer = await request(`${addressOf(daraja)}/_sim/prompts?${query}`, patience);
    return z.object({ prompts: z.array(openPrompt) }).parse(await answer.body.json()).prompts;
  } catch {
    return [];
  }
}

/** The payer's response to a prompt. False when it no longer waits. */
export async function answerPrompt(
  daraja: DarajaConfig,
  input: { checkoutRequestId: string; answer: string },
): Promise<boolean> {
  const answer = await request(`${addressOf(daraja)}/_sim/answer`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
    ...patience,
  });
  await answer.body.dump();
  return answer.statusCode === 200;
}
