import { z } from "zod";
import { currentPassword } from "#app/domain/accounts/schemas.ts";
import { confirmSecondFactor } from "#app/domain/accounts/secondFactors/confirm.server.ts";
import { disableSecondFactor } from "#app/domain/accounts/secondFactors/disable.server.ts";
import { getSecondFactor } from "#app/domain/accounts/secondFactors/queries.server.ts";
import { renewBackupCodes } from "#app/domain/accounts/secondFactors/renewBackupCodes.server.ts";
import { appCode, factorCode } from "#app/domain/accounts/secondFactors/schemas.ts";
import { startSecondFactor } from "#app/domain/accounts/secondFactors/start.server.ts";
import { endpoint } from "../endpoint.ts";

/** The caller's own authenticator app. */
export const secondFactor = {
  "GET /second-factor": endpoint({
    act: "account.manage",
    input: z.object({}),
    run: async ({ ctx }) => getSecondFactor(ctx),
  }),
  "POST /second-factor": endpoint({
    act: "account.manage",
    input: z.object({ password: currentPassword }),
    run: startSecondFactor,
  }),
  "POST /second-factor/confirm": endpoint({
    act: "account.manage",
    input: z.object({ code: appCode }),
    run: confirmSecondFactor,
  }),
  "POST /second-factor/backup-codes": endpoint({
    act: "account.manage",
    input: z.object({ code: factorCode }),
    run: renewBackupCodes,
  }),
  "POST /second-factor/disable": endpoint({
    act: "account.manage",
    input: z.object({ password: currentPassword, code: factorCode }),
    run: disableSecondFactor,
  }),
};
