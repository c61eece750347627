import { callEndpoint } from "#app/domain/automation/callEndpoint.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { HookClient } from "#app/providers/webhooks/post.server.ts";
import type { Running } from "./session.server.ts";
import type { Call } from "./turn.server.ts";

const longestAnswer = 500;

/** The value at a path of a system's response; list indexes start at 0. Empty unless it is a plain value. */
function valueAt(answer: unknown, path: string): string {
  let value = answer;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return "";
    value = (value as Record<string, unknown>)[name];
  }
  return ["string", "number", "boolean"].includes(typeof value) ? String(value).slice(0, longestAnswer) : "";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Calls a system of the organisation, with the signature and guards of webhooks. Undefined on a timeout or an
 * error.
 */
export async function callSystem(
  ctx: OrgContext,
  hooks: Pick<HookClient, "post">,
  { step, sessionId, turn }: Call,
  { flowName, open, session }: Pick<Running, "flowName" | "open" | "session">,
): Promise<Record<string, string> | undefined> {
  const { id: contact_id, name, phone } = open.contact;
  const data = {
    flow: flowName,
    step: step.id,
    contact: { contact_id, name, phone },
    answers: session.answers,
  };
  const call = { endpointId: step.endpointId, id: `${sessionId}_${turn}`, at: ctx.clock.now(), data };
  const waited = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), step.timeoutSeconds * 1000).unref();
  });
  const answer = await Promise.race([callEndpoint(ctx, hooks, { ...call, type: "flow.asks" }), waited]);
  if (!answer || answer.status === null || answer.status >= 300) return undefined;
  const read = parsed(answer.text);
  if (step.mapping.length > 0 && read === undefined) return undefined;
  return Object.fromEntries(step.mapping.map(({ saveTo, path }) => [saveTo, valueAt(read, path)]));
}
