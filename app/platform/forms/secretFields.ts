/** Form fields that are never sent back to a page and never stored with what else was typed. */
export const isSecretField = (name: string): boolean =>
  /password|otp|token|secret|(api|consumer)key|^csrf$/i.test(name);
