import { readColumn } from "#app/domain/contacts/fields/readColumn.server.ts";
import { readFieldJob } from "#app/domain/contacts/jobs.ts";
import { DomainError } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { handler } from "./handler.ts";

/** A field that was deleted in the meantime is skipped. */
export const readContactFieldHandler = handler(readFieldJob, async (services, { orgId, fieldId, from }) => {
  try {
    await readColumn({ ...services, orgId: orgId as OrgId }, fieldId, from);
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === "not_found")) throw error;
  }
});
