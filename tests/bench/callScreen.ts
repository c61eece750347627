import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { contract } from "#app/api/contract.ts";
import type { Services, StaffContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { Screen } from "./dataScreens.ts";

interface Call {
  input: z.ZodType;
  run(call: {
    ctx: unknown;
    org: unknown;
    input: unknown;
    request: Request;
    browser: unknown;
  }): Promise<unknown>;
}

function contextOf(services: Services, who: "member" | "staff") {
  const orgId = "org_1" as OrgId;
  const isStaff = who === "staff";
  const session: StaffContext["session"] = {
    sessionId: "ses_bench",
    userId: isStaff ? "usr_staff" : "usr_1",
    email: isStaff ? "staff@tarishi.test" : "info1@duka1.test",
    usertype: isStaff ? "admin" : "individual",
    orgId,
    memberRole: "owner",
    staffRole: isStaff ? "owner" : undefined,
    partnerId: undefined,
    suspension: undefined,
    hasSecondFactor: true,
  };
  const caller = { requestId: randomUUID(), ipAddress: "127.0.0.1", userAgent: "bench" };
  const actor = { kind: "member" as const, userId: session.userId, ipAddress: null, userAgent: null };
  return {
    ctx: { ...services, caller, session, orgId },
    org: { ...services, orgId, actor },
  };
}

/** One call of a screen, by the owner of the first organisation or by staff. */
export async function callScreen(services: Services, { key, input }: Screen): Promise<void> {
  const call = (contract as unknown as Record<string, Call | undefined>)[key];
  if (!call) throw new Error(`the contract knows no ${key}`);
  await call.run({
    ...contextOf(services, key.includes("/admin") ? "staff" : "member"),
    input: call.input.parse(input ?? {}),
    request: new Request("http://localhost/"),
    browser: { cookies: [], token: null },
  });
}
