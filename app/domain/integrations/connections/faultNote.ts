import { DomainError, noteOfRefusal } from "#app/platform/errors.ts";
import { ServiceUnreachable } from "#app/providers/integrations/call.server.ts";
import { connectionNote } from "./notes.ts";

/** What went wrong with a service as a note; what the service itself has said stays in its words. */
export function faultNote(error: unknown): string {
  if (error instanceof DomainError) return noteOfRefusal(error);
  if (error instanceof ServiceUnreachable) {
    const { origin, status } = error;
    return status === undefined
      ? connectionNote("connection.no_answer", { origin })
      : connectionNote("connection.answered", { origin, status });
  }
  return (error as Error).message;
}
