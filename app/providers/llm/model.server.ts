import type { z } from "zod";
import type { ModelConfig } from "#app/platform/config/modelConfig.ts";

/** A customer waits no longer for a model. */
const answerWithinMs = 8000;
const maxAnswerTokens = 500;

/** The model did not respond in time, or not in the requested shape. */
export class ModelError extends Error {
  constructor(cause: unknown) {
    super("The model gave no usable answer.", { cause });
    this.name = "ModelError";
  }
}

/**
 * Calls the configured model once for a response in the given shape; returns its cost in KES cents, rounded
 * up. The only user of the package `ai`, whose majors change every year. @throws ModelError
 */
export async function askModel<Schema extends z.ZodType>(
  config: ModelConfig,
  ask: { system: string; prompt: string; schema: Schema; withinMs?: number },
): Promise<{ answer: z.output<Schema>; costCents: number }> {
  const [{ createOpenAICompatible }, { generateText, Output }] = await Promise.all([
    import("@ai-sdk/openai-compatible"),
    import("ai"),
  ]);
  const provider = createOpenAICompatible({
    name: "bots",
    baseURL: config.baseUrl,
    supportsStructuredOutputs: true,
    ...(config.apiKey ? { apiKey: config.apiKey } : {}),
  });
  try {
    const { output, usage } = await generateText({
      model: provider(config.model),
      instructions: ask.system,
      prompt: ask.prompt,
      output: Output.object({ schema: ask.schema }),
      maxRetries: 0,
      maxOutputTokens: maxAnswerTokens,
      abortSignal: AbortSignal.timeout(ask.withinMs ?? answerWithinMs),
    });
    const { inputCentsPerMillion, outputCentsPerMillion } = config;
    const microCents =
      (usage.inputTokens ?? 0) * inputCentsPerMillion + (usage.outputTokens ?? 0) * outputCentsPerMillion;
    return { answer: output as z.output<Schema>, costCents: Math.ceil(microCents / 1_000_000) };
  } catch (error) {
    throw new ModelError(error);
  }
}
