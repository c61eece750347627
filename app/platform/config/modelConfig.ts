import { z } from "zod";
import { port, text } from "./setting.ts";

/** The environment of the model that bots may write with. */
export const modelVariables = {
  AI_BASE_URL: z.url().optional().meta({
    description:
      "OpenAI-compatible endpoint, such as `https://api.openai.com/v1`. Without it bots reply in the words of their entries.",
    unset: "the simulator in a sandbox",
  }),
  AI_API_KEY: text.describe("Key for that endpoint."),
  AI_MODEL: z.string().trim().min(1).default("gpt-4o-mini").describe("Name of the model."),
  AI_INPUT_CENTS_PER_MILLION: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(2000)
    .describe("Price of a million input tokens, in KES cents."),
  AI_OUTPUT_CENTS_PER_MILLION: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(8000)
    .describe("Price of a million output tokens, in KES cents."),
  AI_SIM_PORT: port(4060).describe("Port of the model's simulator."),
};
const variables = z.object(modelVariables);

/** An OpenAI-compatible endpoint. Prices are in KES cents for a million tokens. */
export interface ModelConfig {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  inputCentsPerMillion: number;
  outputCentsPerMillion: number;
}

/** In the sandbox a simulator replaces an unconfigured endpoint. */
export function modelOf(env: z.output<typeof variables>, simulated: boolean): ModelConfig | undefined {
  const baseUrl = env.AI_BASE_URL ?? (simulated ? `http://127.0.0.1:${env.AI_SIM_PORT}/v1` : undefined);
  if (baseUrl === undefined) return undefined;
  return {
    baseUrl: baseUrl.replace(/\/$/, ""),
    apiKey: env.AI_API_KEY,
    model: env.AI_MODEL,
    inputCentsPerMillion: env.AI_INPUT_CENTS_PER_MILLION,
    outputCentsPerMillion: env.AI_OUTPUT_CENTS_PER_MILLION,
  };
}
