import { z } from "zod";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { m } from "#messages";
import { type FieldRule, fieldRules } from "./fieldRules.ts";
import { requiredFieldsMessage } from "./words.ts";

/** Fields of identity with their messages. Shared by the forms and the API. */

/**
 * An address as browsers accept it in `type=email` (HTML Living Standard, 4.10.5.1.5), with a dot in its
 * domain. Everything else that email programs understand (lists, comments, names) would be another mailbox
 * than the one that is counted.
 */
const emailForm =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;
const maxPasswordLength = 1000;
const tooLongPassword = () => m.checks_password_too_long({ most: formatCount(maxPasswordLength) });

/** Text without control characters and direction overrides, which would garble a page or an email. */
const printable = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u;

/**
 * Reports the first broken rule of a text. Without `abort`, which would skip the rules over several fields.
 */
const firstOf =
  (...rules: [isBroken: (text: string) => boolean, message: () => string][]) =>
  (text: string, check: { addIssue(message: string): void }) => {
    const broken = rules.find(([isBroken]) => isBroken(text));
    if (broken) check.addIssue(broken[1]());
  };

const isEmpty = (text: string) => text === "";
const isShorterThan = (min: number) => (text: string) => text.length < min;
const isLongerThan = (max: number) => (text: string) => text.length > max;
const isUnprintable = (text: string) => !printable.test(text);

/** The errors of a line of text. */
interface LineWords {
  tooLong: (values: { most: number }) => string;
  unprintable: () => string;
}

const line = ({ tooLong, unprintable }: LineWords, most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: () => tooLong({ most }) })
    .regex(printable, { error: unprintable });

export const email = z
  .string({ error: fieldRules.email.missing })
  .trim()
  .superRefine(
    firstOf(
      [isEmpty, fieldRules.email.missing],
      [isLongerThan(254), fieldRules.email.invalid],
      [(text) => !emailForm.test(text), fieldRules.email.invalid],
      [isUnprintable, fieldRules.email.invalid],
    ),
  )
  .toLowerCase();

/** The verb also checks that a new password is not a common one. */
const passwordBy = ({ missing, min, short }: Required<Pick<FieldRule, "missing" | "min" | "short">>) =>
  z
    .string({ error: missing })
    .superRefine(
      firstOf(
        [isEmpty, missing],
        [isShorterThan(min), short],
        [isLongerThan(maxPasswordLength), tooLongPassword],
      ),
    );

export const currentPasswordForSignIn = passwordBy(fieldRules.passwordForSignIn);
/** The first password of an account. */
export const password = passwordBy(fieldRules.password);
/** A password in the place of another one. */
export const newPassword = passwordBy(fieldRules.newPassword);

/**
 * Text that email programs turn into a link: emails greet by name, and a stranger's name must lead nowhere.
 */
const holdsAddress = (text: string) => /[/:@]|[\p{L}\d-]{2,}\.\p{L}{2,}/u.test(text);

const required = (words: LineWords & { missing: () => string; address: () => string }, most: number) =>
  z
    .string({ error: words.missing })
    .trim()
    .superRefine(
      firstOf(
        [isEmpty, words.missing],
        // Before the search for an address, whose time grows with the square of the length.
        [isLongerThan(most), () => words.tooLong({ most })],
        [holdsAddress, words.address],
      ),
    )
    .pipe(line(words, most));

export const firstName = required(
  {
    ...fieldRules.firstName,
    address: m.checks_first_name_has_address,
    tooLong: m.checks_first_name_too_long,
    unprintable: m.checks_first_name_unprintable,
  },
  80,
);
export const lastName = required(
  {
    ...fieldRules.lastName,
    address: m.checks_last_name_has_address,
    tooLong: m.checks_last_name_too_long,
    unprintable: m.checks_last_name_unprintable,
  },
  80,
);
export const businessName = line(
  { tooLong: m.checks_business_line_too_long, unprintable: m.checks_business_name_unprintable },
  120,
);

/** A phone number as people write it → E.164; empty stays empty. */
export const optionalPhone = z
  .string()
  .max(60, { error: m.checks_contact_phone_too_long })
  .nullish()
  .transform((text, check) => {
    if (!text || text.trim() === "") return "";
    const result = normalisePhone(text);
    if (result.ok) return result.phone;
    check.addIssue({ code: "custom", message: result.reason });
    return z.NEVER;
  });

export const otp = z
  .string({ error: fieldRules.otp.missing })
  .transform((text) => text.replace(/\D/g, ""))
  .refine((digits) => digits.length === 6, { error: fieldRules.otp.missing });

export const resetToken = z
  .string({ error: m.checks_reset_link_incomplete })
  .min(1, { error: m.checks_reset_link_incomplete })
  .max(200);

const termsMessage = fieldRules.agreedToTerms.missing;

/** The one text for every required sign-up field. */
const needed = () =>
  z
    .string({ error: requiredFieldsMessage })
    .refine((text) => text.trim() !== "", { error: requiredFieldsMessage });

/** The sign-up payload. A posted `usertype` is not read: sign-up makes individuals. */
export const signUpInput = z.object({
  firstName: needed().pipe(firstName),
  lastName: needed().pipe(lastName),
  email: needed().pipe(email),
  phoneNumber: optionalPhone,
  password: needed().pipe(password),
  usertype: z.string().optional(),
  businessName: businessName.nullish().transform((text) => text ?? ""),
  agreedToTerms: z
    .boolean()
    .default(true)
    .refine((agreed) => agreed, { error: termsMessage }),
});

/**
 * The field that shows a rule over several fields. It is checked while others are refused too, so that all
 * errors show at once, but not next to an error of its own field.
 */
const reportedAt = (field: string, error: () => string) => ({
  error,
  path: [field],
  when: ({ issues }: z.core.ParsePayload) => !issues.some(({ path }) => path?.[0] === field),
});

/** The sign-up screen: the payload, the password once more, and a required checkbox. */
export const signUpForm = signUpInput
  .omit({ usertype: true, agreedToTerms: true })
  .extend({
    confirmPassword: z.string({ error: requiredFieldsMessage }),
    agreedToTerms: z.boolean({ error: termsMessage }).refine((agreed) => agreed, { error: termsMessage }),
  })
  .refine(
    (input) => input.confirmPassword === input.password,
    reportedAt("confirmPassword", fieldRules.confirmPassword.different),
  );

/** The screen behind the email's link. */
export const resetPasswordForm = z
  .object({
    password: newPassword,
    confirmPassword: z.string({ error: fieldRules.confirmNewPassword.missing }),
  })
  .refine(
    (input) => input.confirmPassword === input.password,
    reportedAt("confirmPassword", fieldRules.confirmNewPassword.different),
  );

/** The password of a signed-in user, requested again. */
export const currentPassword = z
  .string({ error: m.checks_current_password_required })
  .min(1, { error: m.checks_current_password_required })
  .max(maxPasswordLength, { error: tooLongPassword });

export const changePasswordInput = z
  .object({
    currentPassword,
    newPassword,
    confirmPassword: z
      .string({ error: fieldRules.confirmNewPassword.missing })
      .min(1, { error: fieldRules.confirmNewPassword.missing }),
  })
  .refine(
    (input) => input.confirmPassword === input.newPassword,
    reportedAt("confirmPassword", fieldRules.confirmNewPassword.different),
  )
  .refine(
    (input) => input.newPassword !== input.currentPassword,
    reportedAt("newPassword", m.checks_new_password_same),
  );
