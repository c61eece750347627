import { providerCalls } from "#app/db/schema/record/providerCalls.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { GraphError, type GraphRequest } from "./graph.server.ts";

const secretNames = new Set(["access_token", "client_secret", "code", "input_token", "pin"]);

/** A copy in which the values of secret names are redacted, at any depth. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretNames.has(name) ? "[redacted]" : withoutSecrets(inner),
    ]),
  );
}

/**
 * A call that changes something at Meta. It is recorded without secrets in `provider_calls`, whatever the
 * response. @throws GraphError when Meta refuses; GraphUnreachable without a response.
 */
export async function managementCall<T>(ctx: OrgContext, request: GraphRequest): Promise<T> {
  const startedAt = ctx.clock.now();
  let status: number | null = 200;
  let response: unknown = null;
  let failed = false;
  try {
    const answer = await ctx.graph.call<T>(request);
    response = answer;
    return answer;
  } catch (error) {
    failed = true;
    status = error instanceof GraphError ? error.status : null;
    response = error instanceof Error ? { message: error.message } : null;
    throw error;
  } finally {
    const row = {
      orgId: ctx.orgId,
      provider: "meta",
      method: request.method,
      path: request.path,
      status,
      request: withoutSecrets({ query: request.query ?? {}, body: request.body ?? null }),
      response: withoutSecrets(response),
      failed,
      durationMs: ctx.clock.now().getTime() - startedAt.getTime(),
      createdAt: startedAt,
    };
    await ctx.db
      .withOrg(ctx.orgId, (tx) => tx.insert(providerCalls).values(row))
      .catch((error: unknown) => ctx.log.warn({ err: error }, "provider call not recorded"));
  }
}
