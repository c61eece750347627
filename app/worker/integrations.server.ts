import { tendConnections } from "#app/domain/integrations/connections/tend.server.ts";
import { readDueConnectionsJob, tendConnectionsJob } from "#app/domain/integrations/jobs.ts";
import { readDueConnections } from "#app/domain/integrations/vendors/readDue.server.ts";
import { handler } from "./handler.ts";

export const integrationHandlers = [
  handler(readDueConnectionsJob, readDueConnections),
  handler(tendConnectionsJob, tendConnections),
];
