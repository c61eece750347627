import { subjectKindOf } from "#app/platform/ids.ts";
import { type EventType, publicName } from "./eventType.ts";
import type { RecordedEvent } from "./record.server.ts";

/** What webhook endpoints get of an event. What becomes true of a message is sent once: `subject` is its id. */
export interface PublicFacts {
  subject: string;
  data: Record<string, unknown>;
}

/** What webhook endpoints get of an event; undefined: nothing. */
export function publicOf({ type, input }: RecordedEvent) {
  const { webhook } = type;
  const facts = webhook?.fields ? factsOf(type, input) : input.facts;
  return webhook && facts ? { ...facts, type: publicName(type) } : undefined;
}

function factsOf({ webhook }: EventType, { subject, data }: RecordedEvent["input"]): PublicFacts {
  const kind = subject === null ? null : subjectKindOf(subject);
  const known = data as Record<string, unknown>;
  return {
    subject: subject ?? "",
    data: {
      ...(kind ? { [`${kind}_id`]: subject } : {}),
      ...Object.fromEntries(
        Object.entries(webhook?.fields ?? {}).flatMap(([name, key]) =>
          known[key] === undefined ? [] : [[name, known[key]]],
        ),
      ),
    },
  };
}
