import { seal, unseal } from "#app/platform/secrets/signature.server.ts";

const purpose = "form_owner";

/** Names the user for whom a form was rendered, signed. */
export const sealFormOwner = (secret: string, userId: string): string => seal(secret, purpose, userId);

/** The id of the user that a form was rendered for; undefined when the text is not ours. */
export function openFormOwner(secret: string, sealed: string): string | undefined {
  const owner = unseal(secret, purpose, sealed);
  return owner?.isGenuine() ? owner.value : undefined;
}
