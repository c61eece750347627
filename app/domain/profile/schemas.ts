import { z } from "zod";
import { optionalPhone } from "#app/domain/users/schemas.ts";

const missing = "Business name is required";

/** One line of text; control characters count as blanks. */
export const businessName = z
  .string(missing)
  .transform((text) => text.replace(/\p{Cc}+/gu, " ").trim())
  .pipe(z.string().min(1, missing).max(120, "The business name can have 120 characters at most"));

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
