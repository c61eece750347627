import { notesOf } from "#app/platform/text/notes.ts";
import { m } from "#messages";

/** A service's finding. */
export const serviceNote = notesOf({
  "service.late": m.admin_detail_late,
  "service.answered": m.admin_detail_answered,
  "service.no_heartbeat": m.admin_detail_no_heartbeat,
  "service.job_waits": m.admin_detail_job_waits,
  "service.no_greeting": m.admin_detail_no_greeting,
  "service.refuses_mail": m.admin_detail_refuses_mail,
  "service.failed": m.admin_detail_failed,
});
