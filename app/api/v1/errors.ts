import { z } from "zod";
import { orRetryLater } from "#app/api/busy.ts";
import type { Services } from "#app/platform/context.ts";
import { DomainError, statusOfKind } from "#app/platform/errors.ts";

/** The one shape of every refusal. */
export const errorBody = z
  .object({
    type: z.string().meta({ description: "The address of the page about this code." }),
    code: z.string().meta({ description: "Stable, for programs." }),
    message: z.string().meta({ description: "What is wrong and what to do, for people." }),
    param: z.string().nullable().meta({ description: "The field that is wrong, where it is one." }),
    request_id: z.string(),
  })
  .meta({ id: "Error" });

export interface Refused {
  status: number;
  body: z.output<typeof errorBody>;
  retryAfterSeconds: number | undefined;
}

/** Fields of the screens' forms with another name here. */
const paramNames: Record<string, string> = {
  numbers: "audience.numbers",
  tag: "audience.tag",
  scheduledFor: "scheduled_for",
  phoneNumberId: "from",
  templateId: "template",
  anchor: "date",
};

function paramOf({ code, fields = {} }: DomainError): string | null {
  const first = Object.keys(fields)[0];
  if (first === undefined) return null;
  // What this door itself refuses has its own names.
  if (code.startsWith("request.")) return first;
  return paramNames[first] ?? first.replace(/^variables\./, "parameters.");
}

/** The response to an error. Unexpected errors are logged with the request id and hidden. */
export function refusalOf(services: Services, thrown: unknown, requestId: string): Refused {
  const error = orRetryLater(thrown);
  const typeOf = (code: string) => `${services.config.appUrl}/developers/docs/errors/${code}`;
  if (error instanceof DomainError) {
    if (error.cause) services.log.warn({ err: error.cause, code: error.code, requestId }, "refused");
    return {
      status: statusOfKind[error.kind],
      body: {
        type: typeOf(error.code),
        code: error.code,
        message: error.message,
        param: paramOf(error),
        request_id: requestId,
      },
      retryAfterSeconds: error.retryAfterSeconds,
    };
  }
  services.log.error({ err: error, requestId }, "unexpected error in the public API");
  const code = "server.unexpected";
  const message = "Something went wrong on our side. Please try again.";
  return {
    status: 500,
    body: { type: typeOf(code), code, message, param: null, request_id: requestId },
    retryAfterSeconds: undefined,
  };
}
