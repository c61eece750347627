/** Form fields that are never returned to a page and never stored with the typed values. */
export const isSecretField = (name: string): boolean =>
  /password|otp|token|secret|(api|consumer)key|^csrf$/i.test(name);
