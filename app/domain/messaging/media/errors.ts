import { DomainError, type ErrorKind } from "#app/platform/errors.ts";

/** A refusal that stands at the field of the form. */
export function mediaRefused(code: string, message: string, kind: ErrorKind = "invalid"): DomainError {
  return new DomainError(kind, `media.${code}`, message, { fields: { file: message } });
}

/** Why a file is not here, as members read it. */
export const problemWords: Record<string, string> = {
  gone: "WhatsApp no longer has this file. Ask the customer to send it again.",
  too_large: "This file is larger than 100 MB and was not fetched.",
  changed: "What WhatsApp sent is not the file that it promised. It was not kept.",
  program: "This file is a program and was not kept.",
  infected: "The virus scanner found something in this file. It was not kept.",
  unreachable: "This file could not be fetched from WhatsApp.",
  not_connected: "The WhatsApp number was disconnected before this file was fetched.",
};
