import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { users } from "#app/db/schema/accounts/users.ts";
import type { setUpPlatform, TestOrg } from "./platform.ts";

type StaffRole = "support" | "finance" | "operator" | "owner";

/** Creates administrators of a role on a test's platform. */
export const staffOf =
  (platform: ReturnType<typeof setUpPlatform>) =>
  async (staffRole: StaffRole): Promise<TestOrg> => {
    const staff = await platform.createOrg(`Tarishi ${staffRole} ${randomUUID().slice(0, 4)}`, "admin");
    await platform.services.db.withSystem((tx) =>
      tx.update(users).set({ staffRole }).where(eq(users.id, staff.userId)),
    );
    return staff;
  };
