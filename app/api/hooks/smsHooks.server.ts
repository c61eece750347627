import { type Context, Hono } from "hono";
import type { z } from "zod";
import { isOptOutText } from "#app/domain/contacts/optOut.ts";
import { applySmsReportJob, stopBySmsJob } from "#app/domain/messaging/jobs.ts";
import { incomingSms, smsOptOutNotice, smsReport } from "#app/domain/messaging/smsNotices.ts";
import type { Services } from "#app/platform/context.ts";
import { readBody } from "#app/platform/http/readBody.ts";
import { type SmsOwner, smsOwnerOf } from "#app/platform/secrets/smsHook.ts";

const maxBodyBytes = 16 * 1024;
const nothingHere = () =>
  Response.json({ message: "There is nothing here.", code: "sms.no_such_endpoint" }, { status: 404 });
const accepted = () => new Response("OK", { status: 200 });

/**
 * What the SMS service posts, as forms. It signs nothing and repeats nothing: the token in the path names the account and
 * replaces a signature, and what it posts is stored as a job before it is acknowledged.
 */
export function smsHooks({ config, jobs, log }: Services): Hono {
  const app = new Hono();
  const on = <S extends z.ZodType>(
    path: string,
    schema: S,
    store: (owner: SmsOwner, form: z.output<S>) => Promise<void>,
  ) =>
    app.post(`/:token/${path}`, async (c: Context) => {
      const owner = smsOwnerOf(config, c.req.param("token") ?? "");
      if (!owner) return nothingHere();
      const bytes = await readBody(c.req.raw, maxBodyBytes);
      const read = schema.safeParse(Object.fromEntries(new URLSearchParams(bytes?.toString("utf8"))));
      if (!read.success)
        return Response.json({ message: "The form is not what the service sends." }, { status: 400 });
      try {
        await store(owner, read.data);
        return accepted();
      } catch (error) {
        log.error({ err: error }, "SMS notice not stored");
        return Response.json({ message: "Try again later." }, { status: 503 });
      }
    });
  on("reports", smsReport, (_owner, report) => jobs.enqueue(applySmsReportJob, { report, attempt: 0 }));
  on("incoming", incomingSms, async (owner, { from, text }) => {
    if (isOptOutText(text)) await jobs.enqueue(stopBySmsJob, { owner, phone: from });
  });
  on("opt-outs", smsOptOutNotice, (owner, { phoneNumber }) =>
    jobs.enqueue(stopBySmsJob, { owner, phone: phoneNumber }),
  );
  return app;
}
