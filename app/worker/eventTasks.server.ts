import { eventTasksChannel } from "#app/domain/integrations/actors.ts";
import { ruleNote } from "#app/domain/integrations/rules/notes.ts";
import { runRule } from "#app/domain/integrations/rules/run.server.ts";
import { claimTasks, nextTaskAt, type Task } from "#app/domain/integrations/tasks/claim.server.ts";
import { retryTask } from "#app/domain/integrations/tasks/finish.server.ts";
import { applyNotice, claimNotices } from "#app/domain/integrations/vendors/notices.server.ts";
import { notifyService } from "#app/domain/integrations/vendors/notify.server.ts";
import type { Services } from "#app/platform/context.ts";
import { withoutValues } from "#app/platform/run/describeError.ts";
import type { HookClient } from "#app/providers/webhooks/post.server.ts";
import { createAlarm } from "./alarm.ts";
import { restMs } from "./restMs.ts";
import { hookClientOf } from "./webhookDeliveries.server.ts";

const afterErrorMs = 500;
const atOnce = 200;

async function runTask(services: Services, hooks: HookClient, task: Task): Promise<void> {
  try {
    if (task.kind === "rule") await runRule(services, hooks, task);
    else await notifyService(services, task);
  } catch (error) {
    services.log.warn({ err: withoutValues(error), taskId: task.id }, "event task");
    await retryTask(services, task, { note: ruleNote("rule.our_side") });
  }
}

/** Runs due tasks: those of one rule or connection in order, others concurrently. Returns their number. */
export async function runDueTasks(services: Services, hooks: HookClient): Promise<number> {
  const notices = await claimNotices(services, atOnce);
  for (const notice of notices) await applyNotice(services, notice);
  const tasks = await claimTasks(services, atOnce);
  const lines = Map.groupBy(tasks, ({ orgId, subscriberId }) => `${orgId} ${subscriberId}`);
  await Promise.all(
    [...lines.values()].map(async (line) => {
      for (const task of line) await runTask(services, hooks, task);
    }),
  );
  return tasks.length + notices.length;
}

/** Runs rules and notifies connected services of events. Safe in any number of processes. */
export function startEventTasks(platform: Services): { stop(): Promise<void> } {
  const services = { ...platform, db: platform.db.for("jobs") };
  const hooks = hookClientOf(services);
  const alarm = createAlarm();
  const unlisten = services.db.listen(eventTasksChannel, alarm.wake);
  let stopped = false;
  const done = (async () => {
    while (!stopped) {
      try {
        if ((await runDueTasks(services, hooks)) > 0) continue;
        await alarm.sleep(restMs(await nextTaskAt(services), services.clock.now()));
      } catch (error) {
        services.log.warn({ err: error }, "event tasks");
        await alarm.sleep(afterErrorMs);
      }
    }
  })();
  return {
    async stop() {
      stopped = true;
      unlisten();
      alarm.wake();
      await done;
      await hooks.close();
    },
  };
}
