import type { FlowDefinition, FlowLanguage } from "#app/db/schema/flows/flows.ts";

/** A flow to begin with, in each language. */
export interface ReadyMade {
  key: string;
  about: () => string;
  languages: Readonly<Record<FlowLanguage, { name: string; definition: FlowDefinition }>>;
}

/** What ends a conversation that stays without an answer. */
export const closing = (text: string) => ({
  afterwards: "end" as const,
  text,
  remindMinutes: 60,
  endMinutes: 240,
});
