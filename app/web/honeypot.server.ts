import { Honeypot, SpamError } from "remix-utils/honeypot/server";
import { honeypotName } from "./honeypotName.ts";

/** Without the page's time, which is the same for everyone. */
const honeypot = new Honeypot({ nameFieldName: honeypotName, validFromFieldName: null });

/** Whether a bot filled the hidden field. It gets the usual response, and nothing is done. */
export async function isSpam(form: FormData): Promise<boolean> {
  try {
    await honeypot.check(form);
    return false;
  } catch (error) {
    if (error instanceof SpamError) return true;
    throw error;
  }
}
