import { Honeypot, SpamError } from "remix-utils/honeypot/server";
import { honeypotName } from "./honeypotName.ts";

/** Without the time of the page, which is one and the same for everybody. */
const honeypot = new Honeypot({ nameFieldName: honeypotName, validFromFieldName: null });

/** Whether a program filled in what people do not see. It is answered like everybody, and nothing is done. */
export async function isSpam(form: FormData): Promise<boolean> {
  try {
    await honeypot.check(form);
    return false;
  } catch (error) {
    if (error instanceof SpamError) return true;
    throw error;
  }
}
