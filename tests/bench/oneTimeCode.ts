import { eq } from "drizzle-orm";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import type { Services } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";

/** Adds an approved template for one-time codes to the organisation; returns its name. */
export async function oneTimeCode(
  { db }: Pick<Services, "db">,
  { orgId, templateId }: { orgId: OrgId; templateId: string },
): Promise<string> {
  const name = "sign_in_code";
  await db.withSystem(async (tx) => {
    const [known] = await tx.select().from(templates).where(eq(templates.id, templateId));
    await tx.insert(templates).values({
      orgId,
      id: newId("tpl"),
      whatsappAccountId: known!.whatsappAccountId,
      name,
      language: "en",
      category: "AUTHENTICATION",
      status: "APPROVED",
      components: [
        { type: "BODY", text: "*{{1}}* is your verification code.", example: { body_text: [["482913"]] } },
        {
          type: "BUTTONS",
          buttons: [{ type: "OTP", otp_type: "COPY_CODE", text: "Copy code" }],
        },
      ],
    });
  });
  return name;
}
