import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { latestMigration, migrate } from '../../db/migrate.ts'
import { createLog } from '../../log.ts'
import { completeConfig, openConnection, requireDatabase } from '../../process/start-context.ts'
import { type Output, print, withJson } from '../command.ts'

/** `cartage migrate`. */
export function addMigrate(program: Command): void {
  withJson(program.command('migrate').description('bring the database schema up to this version'))
    .option('--create', 'make the embedded database in DATA_DIR where there is none')
    .action(async (options: Output & { create?: boolean }) => {
      const config = completeConfig(readConfig())
      if (!options.create) requireDatabase(config)
      const { connection, embedded } = await openConnection(config, createLog('warn'))
      try {
        const applied = await migrate(connection)
        const version = await latestMigration()
        const text =
          applied.length === 0 ? `Nothing to do: the schema is ${version}.` : `Applied ${applied.join(', ')}.`
        print(options, { version, applied }, text)
      } finally {
        await embedded?.stop()
      }
    })
}
