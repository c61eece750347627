import { eventTasksChannel, ruleJob } from "#app/domain/integrations/actors.ts";
import { tasksText } from "#app/domain/integrations/tasksText.ts";
import type { Subscriber } from "#app/domain/record/subscribers.ts";
import { isTrigger } from "./words.ts";

export const ruleSubscriber: Subscriber = {
  kind: "rule",
  wants: ({ name }) => isTrigger(name),
  expressions: (events) =>
    tasksText(
      "rule",
      events,
      `rules s on s.org_id = $1 and s.is_on and s.event = e.name and e.cause <> '${ruleJob}'`,
    ),
  notice: () => ({ channel: eventTasksChannel, payload: "" }),
};
