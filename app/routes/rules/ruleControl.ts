import type { CallOutput } from "#app/api/client.server.ts";
import type { TriggerName } from "#app/domain/integrations/rules/words.ts";
import { type FormResult, fieldProps } from "#app/web/fields.ts";

export type Choices = CallOutput<"GET /rules/choices">;

export interface Part {
  event: TriggerName;
  values: Record<string, string>;
  choices: Choices;
  result: FormResult;
}

export const controlOf =
  ({ values, result }: Part) =>
  (name: string) =>
    fieldProps(result, name, values[name] ?? "");
