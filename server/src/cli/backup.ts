import { existsSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { backUp, type Manifest } from '../backup/backup.ts'
import { restore } from '../backup/restore.ts'
import { type Config, readConfig } from '../config.ts'
import type { Files } from '../context.ts'
import { migrate } from '../db/migrate.ts'
import type { Connection } from '../db/pool.ts'
import { createFiles } from '../documents/content/gateway.ts'
import { createLog } from '../log.ts'
import { completeConfig, filesFolder, openConnection } from '../process/start-context.ts'
import { type Output, print, withJson } from './command.ts'

type Complete = Config & { data_dir: string }

/** `cartage backup` and `cartage restore`. */
export function addBackup(program: Command): void {
  withJson(program.command('backup <folder>'))
    .description('write a consistent copy of all data to a new folder, while the service runs')
    .option('--with-key', 'include the master key: anyone with the folder then has every secret')
    .action(async (folder: string, options: Output & { withKey?: boolean }) => {
      const target = resolve(folder)
      const answer = await withConnection(async (connection, config) => {
        await migrate(connection)
        const manifest = await backUp(connection, filesOf(config), target, new Date())
        const key = keyFile(config)
        if (options.withKey) await copyFile(key, join(target, 'master.key'))
        const rows = manifest.tables.reduce((sum, saved) => sum + saved.rows, 0)
        return {
          folder: target,
          made_at: manifest.made_at,
          schema: manifest.schema,
          rows,
          ...documentsOf(manifest),
          key,
        }
      })
      const hint = options.withKey
        ? 'The master key is in the folder: protect it like a password.'
        : `Keep a copy of ${answer.key} in another place: without it the secrets in the backup cannot be decrypted.`
      const { key: _, ...result } = answer
      const reported = `${answer.rows} rows and ${answer.documents} files of documents are in ${target}.`
      print(options, result, [reported, ...missingLines(answer.missing_documents), hint].join('\n'))
    })
  withJson(program.command('restore <folder>'))
    .description('fill an empty database from a backup')
    .action(async (folder: string, options: Output) => {
      const source = resolve(folder)
      const { restored, key, hasKey } = await withConnection(async (connection, config) => {
        const result = await restore(connection, filesOf(config), source)
        const file = keyFile(config)
        return { restored: result, key: file, hasKey: await bringKey(source, file) }
      })
      print(options, { ...restored, master_key: hasKey }, restoredText(restored, key, hasKey))
    })
}

async function withConnection<T>(work: (connection: Connection, config: Complete) => Promise<T>): Promise<T> {
  const config = completeConfig(readConfig())
  const { connection, embedded } = await openConnection(config, createLog('warn'))
  try {
    return await work(connection, config)
  } finally {
    await embedded?.stop()
  }
}

function filesOf(config: Complete): Files {
  return createFiles(filesFolder(config), config.document_s3)
}

function documentsOf({ documents }: Manifest) {
  return { documents: documents?.count ?? 0, missing_documents: documents?.missing ?? [] }
}

/** Nothing when every document has its bytes. */
function missingLines(missing: readonly string[]): string[] {
  if (missing.length === 0) return []
  const some = missing.slice(0, 10).map((place) => `  ${place}`)
  return [`WARNING: the bytes of ${missing.length} documents are missing or damaged:`, ...some]
}

function keyFile(config: Complete): string {
  return config.master_key_file ?? join(config.data_dir, 'master.key')
}

/** Copies the key out of the backup when it is there and the installation has none yet; true when there is one now. */
async function bringKey(folder: string, file: string): Promise<boolean> {
  const saved = join(folder, 'master.key')
  if (!existsSync(file) && existsSync(saved)) {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await copyFile(saved, file)
  }
  return existsSync(file)
}

function restoredText(restored: Awaited<ReturnType<typeof restore>>, key: string, hasKey: boolean): string {
  const { api_clients: clients, webhook_credentials: webhooks, users } = restored
  return [
    ...missingLines(restored.missing_documents),
    `${restored.documents} files and ${restored.rows} rows of ${restored.tenants.join(', ') || 'no tenant'} restored, as of ${restored.made_at}.`,
    'Sessions ended, leases were released, and event sequences continue under a new epoch.',
    '',
    'Whatever was removed, disabled or rotated after that moment is valid again. Check these lists and repeat what is missing:',
    `  ${clients} API clients            cartage client list TENANT`,
    `  ${webhooks} webhook credentials    cartage webhook-credential list TENANT`,
    `  ${users} users`,
    ...(hasKey ? [] : ['', `Before the next start, copy the master key of that time to ${key}.`]),
  ].join('\n')
}
