import { z } from "zod";
import { businessName } from "#app/domain/accounts/profile/schemas.ts";
import { currentPassword } from "#app/domain/accounts/schemas.ts";
import { endSessions } from "#app/domain/accounts/settings/endSessions.server.ts";
import { listSessions } from "#app/domain/accounts/settings/queries.server.ts";
import { updateLiteMode } from "#app/domain/accounts/settings/updateLiteMode.server.ts";
import { updateLocale } from "#app/domain/accounts/settings/updateLocale.server.ts";
import { renameOrganisation } from "#app/domain/organisations/rename.server.ts";
import { updateOrganisationLocale } from "#app/domain/organisations/updateLocale.server.ts";
import { isOffered, locales } from "#app/platform/locale/locale.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint, verb } from "../endpoint.ts";

export const settings = {
  "GET /sessions": endpoint({
    act: "account.manage",
    input: z.object({}),
    run: async ({ ctx }) => listSessions(ctx),
  }),
  "DELETE /sessions": endpoint({
    act: "account.manage",
    input: z.object({ password: currentPassword }),
    run: async ({ ctx, input }) => endSessions({ ctx, input }),
  }),
  "DELETE /sessions/:id": endpoint({
    act: "account.manage",
    input: z.object({ id: idOf("session", z.string()), password: currentPassword }),
    run: async ({ ctx, input }) => endSessions({ ctx, input }),
  }),
  "PUT /settings/organisation": verb(
    "organisation.manage",
    z.object({ name: businessName }),
    renameOrganisation,
  ),
  "PUT /settings/organisation/locale": verb(
    "organisation.manage",
    z.object({ locale: z.enum(locales).refine(isOffered) }),
    updateOrganisationLocale,
  ),
  "PUT /settings/locale": endpoint({
    act: "account.manage",
    input: z.object({ locale: z.enum(locales).refine(isOffered) }),
    run: async ({ ctx, input }) => updateLocale({ ctx, input }),
  }),
  "PUT /settings/lite-mode": endpoint({
    act: "account.manage",
    input: z.object({ liteMode: z.boolean() }),
    run: async ({ ctx, input }) => updateLiteMode({ ctx, input }),
  }),
};
