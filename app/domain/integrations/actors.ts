/** Notified when tasks or vendor notices were stored. */
export const eventTasksChannel = "tarishi_event_tasks";

/** The actor of what a rule does: it starts no other rule, so that rules never run in a circle. */
export const ruleJob = "rule";

/** The actor of what a connection brought in, which that connection is not notified of. */
export const syncJob = (connectionId: string) => `sync:${connectionId}`;
