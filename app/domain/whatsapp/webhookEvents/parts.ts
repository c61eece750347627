import type { WebhookBody } from "./events.ts";

/**
 * Splits a webhook into the smallest equivalent ones: one change each, and for `messages` one message, status
 * or call each. A body of another shape is one part.
 */
export function partsOf(body: unknown): WebhookBody[] {
  const parts = listOf((body as WebhookBody | null)?.entry).flatMap((entry) =>
    listOf(entry?.changes).flatMap((change) =>
      valuesOf(change?.value).map((value) => ({ entry: [{ ...entry, changes: [{ ...change, value }] }] })),
    ),
  );
  return parts.length > 0 ? parts : [body as WebhookBody];
}

const listOf = <T>(value: readonly T[] | undefined): readonly T[] => (Array.isArray(value) ? value : []);

function valuesOf(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  const { messages, statuses, calls, ...common } = value as Record<
    "messages" | "statuses" | "calls",
    unknown[] | undefined
  >;
  const single = [
    ...listOf(messages).map((message) => ({ ...common, messages: [message] })),
    ...listOf(statuses).map((status) => ({ ...common, statuses: [status] })),
    ...listOf(calls).map((call) => ({ ...common, calls: [call] })),
  ];
  return single.length > 0 ? single : [value];
}
