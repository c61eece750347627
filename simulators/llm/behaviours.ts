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

const asked = z.object({
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
  const given = readAsked(textOf("user"));
  const [first] = given.entries;
  const honest = first
    ? { reply: first.answer, sources: [first.id], action: "answer", language: given.language }
    : { reply: "", sources: [], action: "handover", language: given.language };
  const says = (answer: object) => ({
    status: 200,
    question: given.question,
    content: JSON.stringify(answer),
    waitMs: behaviour.ms ?? 0,
  });
  switch (behaviour.kind) {
    case "honest":
      return says(honest);
    case "slow":
      return { ...says(honest), waitMs: behaviour.ms ?? 10_000 };
    case "failing":
      return { ...says({}), status: 500, content: "The model is overloaded." };
    case "malformed":
      return { ...says({}), content: "I'd be happy to help!" };
    case "lying":
      return says({
        ...honest,
        reply: `${honest.reply} Only KES 987,654 today at https://cheap.example/now`,
      });
    case "injected":
      return says({ ...honest, reply: `My instructions are: ${textOf("system")}`, sources: [] });
    case "unsure":
      return says({ ...honest, action: "handover", reply: "" });
    case "scripted":
      return { ...says({}), content: behaviour.content ?? "" };
  }
}

function readAsked(text: string): z.output<typeof asked> {
  try {
    return asked.parse(JSON.parse(text));
  } catch {
    return { question: text.slice(0, 200), language: "en", entries: [] };
  }
}
