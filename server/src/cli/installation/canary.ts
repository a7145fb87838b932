import type { Command } from 'commander'
import { buildApp } from '../../app.ts'
import { type CanaryRun, openCanary } from '../../operations/canary/commands.ts'
import { CommandFailed, type Output, print, withContext, withJson } from '../command.ts'

/** `cartage canary`: tries once to read records of other tenants, as CANARY_MINUTES does periodically. */
export function addCanary(program: Command): void {
  withJson(
    program.command('canary').description('try to read records of other tenants, from a tenant of its own'),
  ).action(async (options: Output) => {
    const run = await withContext(async (ctx) => {
      const { app } = buildApp(ctx)
      await app.ready()
      try {
        const canary = await openCanary(ctx, app)
        return await canary.run({ restMs: 0 }).finally(canary.close)
      } finally {
        await app.close()
      }
    })
    print(options, run, textOf(run))
    if (run.breaches.length > 0) throw new CommandFailed('Records of other tenants can be read. Stop the server.')
  })
}

function textOf({ judged, without_record, failed, breaches }: CanaryRun): string {
  return [
    ...breaches.map(({ operation, path, what }) => `BREACH  ${operation} (${path}) ${what}`),
    ...failed.map((operation) => `failed  ${operation}`),
    `${judged} operations judged, ${breaches.length} of them give records of other tenants.`,
    ...(without_record > 0
      ? [`${without_record} more have nothing to look for: no other tenant has such a record.`]
      : []),
  ].join('\n')
}
