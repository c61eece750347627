import { z } from "zod";
import { normalisePhone } from "#app/shared/phone.ts";

/** One line of text without control characters. */
const line = (max: number, name: string) =>
  z
    .string()
    .transform((text) => text.replace(/\p{Cc}+/gu, " ").trim())
    .pipe(z.string().max(max, `${name} can have ${max} characters at most`));

export const businessName = line(120, "The business name").pipe(
  z.string().min(1, "Business name is required"),
);

/** A phone number as people write it → E.164; empty stays empty. */
export const optionalPhone = z
  .string()
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
