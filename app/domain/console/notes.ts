import { notesOf } from "#app/platform/text/notes.ts";
import { m } from "#messages";

/** How long a service may take to respond to a check. */
export const patienceSeconds = 5;

/** A service's finding. */
export const serviceNote = notesOf({
  "service.late": () => m.admin_service_note_late({ seconds: patienceSeconds }),
  "service.answered": m.admin_service_note_status,
  "service.no_heartbeat": m.admin_service_note_no_heartbeat,
  "service.job_waits": m.admin_service_note_job_waits,
  "service.no_greeting": () => m.admin_service_note_no_greeting({ seconds: patienceSeconds }),
  "service.refuses_mail": m.admin_service_note_rejects_email,
  "service.failed": m.admin_service_note_failed,
});
