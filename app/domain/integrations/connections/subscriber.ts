import { eventTasksChannel } from "#app/domain/integrations/actors.ts";
import { tasksText } from "#app/domain/integrations/tasksText.ts";
import type { Subscriber } from "#app/domain/record/subscribers.ts";
import { serviceEvents } from "./serviceEvents.ts";

const eventsOfServices = new Set(Object.values(serviceEvents).flat());

export const connectionSubscriber: Subscriber = {
  kind: "connection",
  wants: ({ name }) => eventsOfServices.has(name),
  expressions: (events) =>
    tasksText(
      "connection",
      events,
      `connections s on s.org_id = $1 and s.status = 'connected' and e.name = any(s.events)
        and e.cause <> 'sync:' || s.id`,
    ),
  notice: () => ({ channel: eventTasksChannel, payload: "" }),
};
