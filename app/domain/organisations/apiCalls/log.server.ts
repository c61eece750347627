import type { KeyMode } from "#app/db/schema/developers.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { redact } from "./redact.ts";

export interface ApiCall {
  orgId: OrgId;
  requestId: string;
  keyId: string;
  mode: KeyMode;
  method: string;
  path: string;
  status: number;
  errorCode: string | null;
  durationMs: number;
  /** Redacted before it is stored. */
  body: unknown;
  ipAddress: string;
  userAgent: string;
}

/** Writes one call of the public API into the request log. */
export async function logCall(services: Pick<Services, "db" | "clock">, call: ApiCall): Promise<void> {
  await services.db.system.query({
    name: "log-api-call",
    text: `insert into api_calls (org_id, id, key_id, mode, method, path, status, error_code, duration_ms, request_body, ip_address, user_agent, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing`,
    values: [
      call.orgId,
      call.requestId,
      call.keyId,
      call.mode,
      call.method,
      call.path.slice(0, 400),
      call.status,
      call.errorCode,
      call.durationMs,
      redact(call.body),
      call.ipAddress,
      call.userAgent,
      services.clock.now(),
    ],
  });
}
