import type { z } from "zod";
import type { knownAccounts } from "./controlSchemas.ts";
import { digitsOf } from "./createAccount.ts";
import { SCOPES } from "./credentials.ts";
import type { Simulator } from "./simulator.ts";

/** Imports the catalogues of accounts. */
export function adoptCatalogues(simulator: Simulator, { accounts }: z.infer<typeof knownAccounts>): void {
  for (const { wabaId, catalogue } of accounts)
    if (catalogue) simulator.state.connectCatalogue({ ...catalogue, wabaId });
}

/**
 * Imports accounts of another simulator, with ids, tokens and templates; existing ones with those ids are
 * replaced.
 */
export function adoptAccounts(simulator: Simulator, { accounts }: z.infer<typeof knownAccounts>): void {
  const { state, options } = simulator;
  const now = options.clock.now();
  for (const { wabaId, businessId, name, accessToken, numbers, templates, windows } of accounts) {
    state.accounts.set(wabaId, {
      id: wabaId,
      name,
      ownerBusinessId: businessId,
      subscribed: true,
      templateCreations: [],
    });
    state.tokens.set(accessToken, {
      token: accessToken,
      wabaIds: [wabaId],
      scopes: SCOPES,
      issuedAt: now,
      revoked: false,
    });
    for (const number of numbers)
      state.numbers.set(number.id, {
        ...number,
        wabaId,
        digits: digitsOf(number.displayPhoneNumber),
        status: "CONNECTED",
        registrations: [],
        serviceMonth: "",
        serviceMessages: 0,
      });
    for (const template of templates)
      state.templates.set(template.id, {
        ...template,
        wabaId,
        parameterFormat: "POSITIONAL",
        updatedAt: now,
        edits: [],
      });
    for (const { phoneNumberId, customer, until } of windows)
      state.openWindow(phoneNumberId, customer, Date.parse(until));
  }
  state.touch();
}
