import { numberStateWord } from "#app/domain/whatsapp/words.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { m } from "#messages";

/** Registered at Meta, with an account that is connected. */
export const canSend = (account: { status: string }, number: { status: string | null }): boolean =>
  account.status === "connected" && number.status === "CONNECTED";

/** Why a number can't send, by Meta's status. */
export const judgedByMeta = (status: string): string =>
  m.errors_number_judged_by_meta({ status: inSentence(numberStateWord(status)) });
