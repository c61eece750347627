import { remindOfTasksJob } from "#app/domain/crm/jobs.ts";
import { remindOfTasks } from "#app/domain/crm/tasks/remind.server.ts";
import { handler } from "./handler.ts";

export const remindOfTasksHandler = handler(remindOfTasksJob, async (services) => {
  await remindOfTasks(services, remindOfTasksJob.name);
});
