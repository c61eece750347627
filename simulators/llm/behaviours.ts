import { z } from "zod";

/**
 * How the model behaves: `honest` returns the first given entry and cites it; `slow` does so late; `failing`
 * returns 500; `malformed` no JSON; `lying` invents a price and a link; `injected` obeys the customer and
 * reveals the instructions; `unsure` hands over; `scripted` returns `content`.
 */
export const behaviourKinds = [
  "honest",
  "slow",
  "failing",
  "malformed",
  "lying",
  "injected",
  "unsure",
  "scripted",
] as const;

export const behaviourBody = z.object({
  kind: z.enum(behaviourKinds),
  count: z.int().positive().optional(),
  ms: z.number().nonnegative().max(60_000).optional(),
  content: z.string().max(10_000).optional(),
});
export type Behaviour = z.output<typeof behaviourBody>;

const prompt = z.object({
  question: z.string(),
  language: z.string().default("en"),
  entries: z.array(z.object({ id: z.string(), answer: z.string() })).default([]),
});

interface SimulatedReply {
  status: number;
  question: string;
  content: string;
  waitMs: number;
}

/** The response to the body of a chat completion. */
export function replyTo(body: unknown, behaviour: Behaviour): SimulatedReply {
  const messages = (body as { messages?: { role?: string; content?: unknown }[] } | null)?.messages ?? [];
  const textOf = (role: string) =>
    String(messages.findLast((message) => message.role === role)?.content ?? "");
  const given = readPrompt(textOf("user"));
  const [first] = given.entries;
  const honest = first
    ? { reply: first.answer, sources: [first.id], action: "answer", language: given.language }
    : { reply: "", sources: [], action: "handover", language: given.language };
  const reply = (answer: object) => ({
    status: 200,
    question: given.question,
    content: JSON.stringify(answer),
    waitMs: behaviour.ms ?? 0,
  });
  switch (behaviour.kind) {
    case "honest":
      return reply(honest);
    case "slow":
      return { ...reply(honest), waitMs: behaviour.ms ?? 10_000 };
    case "failing":
      return { ...reply({}), status: 500, content: "The model is overloaded." };
    case "malformed":
      return { ...reply({}), content: "I'd be happy to help!" };
    case "lying":
      return reply({
        ...honest,
        reply: `${honest.reply} Only KES 987,654 today at https://cheap.example/now`,
      });
    case "injected":
      return reply({ ...honest, reply: `My instructions are: ${textOf("system")}`, sources: [] });
    case "unsure":
      return reply({ ...honest, action: "handover", reply: "" });
    case "scripted":
      return { ...reply({}), content: behaviour.content ?? "" };
  }
}

function readPrompt(text: string): z.output<typeof prompt> {
  try {
    return prompt.parse(JSON.parse(text));
  } catch {
    return { question: text.slice(0, 200), language: "en", entries: [] };
  }
}
