import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createPasswords } from '../auth/users/passwords.gateway.ts'
import { archiveSettings } from '../backup/archive/settings.ts'
import { settleRecovery } from '../backup/archive/unfinished.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Context } from '../context.ts'
import { crashAt, noCrashPoints } from '../crash-points.ts'
import { EmbeddedError } from '../db/embedded/binaries.ts'
import { defaultDataDir, type EmbeddedDatabase, openEmbedded } from '../db/embedded/database.ts'
import { explainConnecting } from '../db/engine.ts'
import type { DatabaseRefused } from '../db/failure.ts'
import { readDatabaseUrl } from '../db/hosts/address.ts'
import { createHosts } from '../db/hosts/primary.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import type { Connection } from '../db/pool.ts'
import { createFiles } from '../documents/content/gateway.ts'
import { openAccessLog } from '../http/access-log.ts'
import { createBell } from '../jobs/loop.ts'
import { createNet } from '../net/requests.ts'
import { newId } from '../new-id.ts'
import type { Tracing } from '../tracing/spans.ts'
import { openVault } from '../vault.ts'
import { timelinesIn } from './timelines.ts'

/** A context with its resources open. `close` releases all of them, the embedded database last. */
export interface Started {
  readonly ctx: Context
  readonly bell: ReturnType<typeof createBell>
  /** Resolves when a new connection showed that the database is unsuitable. The process must then stop. */
  readonly refused: Promise<DatabaseRefused>
  close(): Promise<void>
}

const checkout = fileURLToPath(new URL('../../..', import.meta.url))

/** The configuration with the default data folder, which depends on user and location. */
export function completeConfig(config: Config): Config & { data_dir: string } {
  return { ...config, data_dir: config.data_dir ?? defaultDataDir(checkout) }
}

/**
 * Refuses to continue without an existing database: only `serve` and a restore create one (OPS-32).
 * @throws EmbeddedError explaining how to reach the service's database
 */
export function requireDatabase(config: Config & { data_dir: string }): void {
  if (config.database_url || existsSync(join(config.data_dir, 'cluster'))) return
  settleRecovery(config.data_dir)
  throw new EmbeddedError(
    `There is no database in ${config.data_dir}. Set the DATABASE_URL or DATA_DIR of the service, or run packaging/cartage, which ` +
      'reads its settings. For a new installation, start `cartage serve` first: it makes the database.',
  )
}

/** Folder of stored documents, or of uploads on their way to another store. */
export function filesFolder(config: { data_dir: string }): string {
  return join(config.data_dir, 'blobs')
}

/**
 * Opens the database (embedded unless DATABASE_URL names another), migrates its schema and builds the context of this
 * process.
 * @param tracing for serving or working processes; commands are not traced
 * @throws EmbeddedError, DatabaseRefused, RolesMissing or VaultError with a message for the operator
 */
export async function startContext(given: Config, log: Logger, tracing?: Tracing): Promise<Started> {
  const config = completeConfig(given)
  const { connection, embedded } = await openConnection(config, log)
  try {
    const applied = await migrate(connection)
    if (applied.length > 0) log.info({ migrations: applied.length }, 'the database schema was brought up to date')
    return await buildContext({ config, log, connection, embedded, tracing })
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** The login that owns the installation, for migrations, backup and restore. Requests never use it. */
export async function openConnection(
  config: Config & { data_dir: string },
  log: Logger,
): Promise<{ connection: Connection; embedded: EmbeddedDatabase | undefined }> {
  if (config.database_url)
    return { connection: connectionTo(config.database_url, config.data_dir, log), embedded: undefined }
  settleRecovery(config.data_dir)
  const embedded = await openEmbedded({
    dataDir: config.data_dir,
    durable: !config.is_test,
    ...(config.backup_wal_dir && {
      settings: archiveSettings(config.data_dir, config.backup_wal_dir, config.backup_recipients),
    }),
    log: (message, facts) => log.info(facts ?? {}, message),
  })
  return { connection: embedded.connection, embedded }
}

/** @throws ConfigError if the address is invalid */
function connectionTo(databaseUrl: string, dataDir: string, log: Logger): Connection {
  const url = readDatabaseUrl(databaseUrl)
  if ('refusal' in url) throw new ConfigError(`DATABASE_URL ${url.refusal}`)
  const hosts = createHosts({ url, timelines: timelinesIn(dataDir), log: (message, facts) => log.warn(facts, message) })
  return { connectionString: url.connectionString, hosts }
}

/** @throws ConfigError if the file cannot be written */
function openAccess({ access_log: target }: Config, log: Logger) {
  try {
    return openAccessLog(target, (error) => log.error({ reason: error.message }, 'the access log cannot be written'))
  } catch (error) {
    throw new ConfigError(`ACCESS_LOG names ${target}, which cannot be written: ${(error as Error).message}`)
  }
}

async function buildContext(parts: {
  config: Config & { data_dir: string }
  log: Logger
  connection: Connection
  embedded: EmbeddedDatabase | undefined
  tracing: Tracing | undefined
}): Promise<Started> {
  const { config, log, connection, embedded, tracing } = parts
  const crashPoints = config.crash_at ? crashAt(config.crash_at) : noCrashPoints
  const bell = createBell()
  const state = { closing: false }
  const refused = Promise.withResolvers<DatabaseRefused>()
  const db = openDatabase({
    connection,
    poolSize: config.pool_size,
    crashPoints,
    onLost: (error) => {
      // While closing, PostgreSQL may end a connection before its goodbye, which is not a loss.
      if (!state.closing) log.warn({ reason: error.message }, 'a database connection was lost')
    },
    onRefused: refused.resolve,
  })
  const vault = await openVault(config, db).catch(async (error) => {
    state.closing = true
    await db.close()
    throw explainConnecting(error)
  })
  const ctx: Context = {
    config,
    db,
    log,
    accessLog: openAccess(config, log),
    tracing,
    crashPoints,
    net: createNet(config, db),
    files: createFiles(filesFolder(config), config.document_s3),
    now: () => new Date(),
    randomBytes,
    newId,
    vault,
    passwords: createPasswords(),
    wake: bell.wake,
  }
  return {
    ctx,
    bell,
    refused: refused.promise,
    async close() {
      state.closing = true
      await db.close()
      await connection.hosts?.close()
      await embedded?.stop()
    },
  }
}
