import { sendMailJob } from "#app/domain/record/jobs.ts";
import { deliverMail } from "#app/domain/record/mails/deliver.server.ts";
import { handler } from "./handler.ts";

export const sendMailHandler = handler(sendMailJob, (services, input) => deliverMail({ services, input }));
