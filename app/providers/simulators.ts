import pino from 'pino'
import { startGraphSimulator } from './meta/simulator/server.ts'

/**
 * Entry of `npm run simulators`: the outside services on their own, for development and for runs against another process.
 * `GRAPH_SIM_PORT` (4010) and `SIM_STATE_DIR` (none: everything in memory) are its settings; `META_APP_ID`,
 * `META_APP_SECRET` and `META_WEBHOOK_VERIFY_TOKEN` are taken over when set.
 */
const log = pino({ name: 'simulators' })
const setting = (name: string): string | undefined => process.env[name] || undefined

const graph = await startGraphSimulator({
  port: Number(setting('GRAPH_SIM_PORT') ?? 4010),
  ...definedOnly({
    stateDir: setting('SIM_STATE_DIR'),
    appId: setting('META_APP_ID'),
    appSecret: setting('META_APP_SECRET'),
    verifyToken: setting('META_WEBHOOK_VERIFY_TOKEN'),
  }),
  log: (event, detail) => log.warn(detail, event),
})
log.info({ url: graph.url, appId: graph.appId }, 'Graph simulator is ready')

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void graph.close().then(() => process.exit(0))
  })
}

function definedOnly<T extends Record<string, string | undefined>>(values: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: string }
}
