import type { Command } from 'commander'
import { cutOffRemovals } from '../../backup/tenant/removal-mark.ts'
import { readConfig } from '../../config.ts'
import { ensureDemo, startBlock } from '../../demo/tenant.ts'
import { createLog } from '../../log.ts'
import { type Duties, start } from '../../process/main.ts'
import { completeConfig, requireDatabase } from '../../process/start-context.ts'

/** `cartage serve` and `cartage work`. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .description('answer HTTP requests and do background work; the first start creates a demo tenant')
    .option('--no-work', 'leave background work to `cartage work`')
    .option('--no-demo', 'create no demo tenant')
    .action(async (options: { work: boolean; demo: boolean }) => {
      await runProcess({ http: true, work: options.work }, options)
    })
  program
    .command('work')
    .description('do background work only, next to any number of `cartage serve`')
    .action(async () => {
      // With a wrong DATA_DIR it would create an empty database and have no work (OPS-32).
      requireDatabase(completeConfig(readConfig()))
      await runProcess({ http: false, work: true }, { demo: false })
    })
}

async function runProcess(duties: Duties, options: { demo: boolean }): Promise<void> {
  const config = readConfig()
  const log = createLog(config.log_level)
  const running = await start(config, duties, log)
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error: stopping')
    process.exitCode = 1
    void running.stop()
  })
  if (running.url !== undefined) {
    const demo = options.demo ? await ensureDemo(running.started.ctx, running.url) : undefined
    process.stdout.write(await startBlock(running.started.ctx, running.url, demo))
  }
  for (const sentence of await cutOffRemovals(running.started.ctx)) log.warn(sentence)
  log.info({ http: duties.http, work: duties.work, url: running.url }, 'ready')
  await running.ended
  log.info('stopped')
}
