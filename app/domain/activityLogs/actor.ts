/**
 * Entries of an account that its member need not have caused: whoever typed the address or the password did. They stand
 * with the member all the same, who has to see them.
 */
export const notByTheMember: Record<string, string> = {
  "Sign-in refused": "Somebody",
  "Wrong second factor": "Somebody",
  "Sign-up with a known address": "Somebody",
  "Email change to a known address": "Somebody",
  "Verification code sent": "The system",
  "Password reset link sent": "The system",
  "Made an administrator": "The system",
};

/** Who did it, in words. `name` is the acting member's; undefined where no person acted. */
export const actorWords = (action: string, name: string | undefined): string =>
  notByTheMember[action] ?? name ?? "The system";
