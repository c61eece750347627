import { z } from "zod";
import { email, firstName, lastName, optionalPhone } from "#app/domain/accounts/schemas.ts";
import { atMost } from "#app/platform/forms/checks.ts";
import { m } from "#messages";

const missing = { error: m.checks_business_name_required };

/** One line of text; control characters count as spaces. */
export const businessName = z
  .string(missing)
  .transform((text) => text.replace(/\p{Cc}+/gu, " ").trim())
  .pipe(z.string().min(1, missing).max(120, atMost(m.checks_business_name_too_long)));

/** What everyone edits of themselves. The password is required for another email address only. */
const person = z.object({
  firstName,
  lastName,
  email,
  currentPassword: z.string().max(1000, { error: m.checks_current_password_too_long }).optional(),
  phoneNumber: optionalPhone,
});

/** The form of users who may rename their organisation, and that of all others. */
export const ownersForm = person.extend({ businessName });

export const personForm = person;

/** `email` and `businessName` stay unchanged when omitted. */
export const profileInput = person.extend({ email: email.optional(), businessName: businessName.optional() });
