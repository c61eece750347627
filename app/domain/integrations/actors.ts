/** The channel notified after tasks or vendor notices were stored. */
export const eventTasksChannel = "tarishi_event_tasks";

/** The actor of rules: its events trigger no rules, so that rules never run in a loop. */
export const ruleJob = "rule";

/** The actor of a connection's updates; that connection is not notified of them. */
export const syncJob = (connectionId: string) => `sync:${connectionId}`;
