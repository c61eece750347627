import { eq } from "drizzle-orm";
import { platformSettings } from "#app/db/schema/record/platformSettings.ts";
import type { Services } from "#app/platform/context.ts";

/** The setting: staff review templates before they are submitted to Meta. */
export const reviewSetting = "template_review";

export async function isReviewOn({ db }: Pick<Services, "db">): Promise<boolean> {
  const [row] = await db.systemReads
    .select({ value: platformSettings.value })
    .from(platformSettings)
    .where(eq(platformSettings.key, reviewSetting));
  return row?.value === true;
}
