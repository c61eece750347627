import { z } from "zod";
import { normalisePhone } from "#app/shared/phone.ts";

const missing = "Business name is required";

/** One line of text; control characters count as blanks. */
export const businessName = z
  .string(missing)
  .transform((text) => text.replace(/\p{Cc}+/gu, " ").trim())
  .pipe(z.string().min(1, missing).max(120, "The business name can have 120 characters at most"));

/** A phone number as people write it → E.164; empty stays empty. */
export const optionalPhone = z
  .string()
  .max(60, "This is too long for a phone number.")
  .default("")
  .transform((text, check) => {
    if (text.trim() === "") return "";
    const result = normalisePhone(text);
    if (result.ok) return result.phone;
    check.addIssue({ code: "custom", message: result.reason });
    return z.NEVER;
  });

export const profileForm = z.object({
  businessName,
  phoneNumber: optionalPhone,
});

/** Where the picture of a user is shown; `null` for who has none. */
export function avatarPath(pictureId: string): string;
export function avatarPath(pictureId: string | null): string | null;
export function avatarPath(pictureId: string | null): string | null {
  return pictureId === null ? null : `/avatar?picture=${pictureId}`;
}
