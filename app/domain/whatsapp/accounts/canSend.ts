import { numberStateWord } from "#app/domain/whatsapp/words.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { m } from "#messages";

/** Whether a number can send: Meta has it registered, and its account is connected to us. */
export const canSend = (account: { status: string }, number: { status: string | null }): boolean =>
  account.status === "connected" && number.status === "CONNECTED";

/** Why a number that Meta judged can't send, in words. */
export const judgedByMeta = (status: string): string =>
  m.errors_number_judged_by_meta({ status: inSentence(numberStateWord(status)) });
