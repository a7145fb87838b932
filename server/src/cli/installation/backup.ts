import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Identity } from '../../backup/age/keys.ts'
import { copyBase } from '../../backup/archive/base.ts'
import { recover } from '../../backup/archive/recover.ts'
import { backUp } from '../../backup/backup.ts'
import { checkBackup } from '../../backup/check.ts'
import { missingLines } from '../../backup/files.ts'
import type { Manifest } from '../../backup/manifest.ts'
import { restore } from '../../backup/restore.ts'
import { type CheckedBy, findTrust, readIdentities, readKeyInBackup } from '../../backup/trust.ts'
import { type Config, readConfig } from '../../config.ts'
import type { Files } from '../../context.ts'
import { type CrashPoints, crashAt, noCrashPoints } from '../../crash-points.ts'
import { migrate } from '../../db/migrate.ts'
import type { Connection } from '../../db/pool.ts'
import { createFiles } from '../../documents/content/gateway.ts'
import { createLog } from '../../log.ts'
import { completeConfig, filesFolder, openConnection, requireDatabase } from '../../process/start-context.ts'
import { createVault, parseKeyFile } from '../../vault.ts'
import { CommandFailed, type Output, print, readBytes, WrongUse, withJson } from '../command.ts'

type Complete = Config & { data_dir: string }

/** `cartage backup` and `cartage restore`. */
export function addBackup(program: Command): void {
  withJson(program.command('backup [folder]'))
    .description('write a consistent copy of all data to a new folder, while the service runs')
    .option('--with-key', 'include the master key: anyone with the folder then has every secret')
    .option('--base', 'instead copy the embedded database into BACKUP_WAL_DIR, for restores to any moment after it')
    .action(async (folder: string | undefined, options: Output & { withKey?: boolean; base?: boolean }) => {
      if (options.base) {
        if (folder !== undefined || options.withKey)
          throw new WrongUse('--base writes into BACKUP_WAL_DIR and takes no folder.')
        return await copyArchived(options)
      }
      if (folder === undefined) throw new WrongUse('Name a new folder for the backup, or give --base.')
      const target = resolve(folder)
      requireDatabase(completeConfig(readConfig()))
      const answer = await withConnection(async (connection, config) => {
        await migrate(connection)
        const key = keyFile(config)
        const from = { connection, files: filesOf(config), readVault: () => signingVault(key), now: new Date() }
        const recipients = config.backup_recipients
        const manifest = await backUp(
          { ...from, keyFile: options.withKey ? key : undefined },
          { folder: target, recipients },
        )
        const rows = manifest.tables.reduce((sum, saved) => sum + saved.rows, 0)
        return {
          folder: target,
          made_at: manifest.made_at,
          schema: manifest.schema,
          rows,
          ...documentsOf(manifest),
          encrypted_to: manifest.encrypted_to ?? [],
          signed_by: manifest.signed_by ?? null,
          key,
        }
      })
      const hint = options.withKey
        ? keyHint(answer.encrypted_to)
        : `Keep a copy of ${answer.key} in another place: without it the secrets in the backup cannot be decrypted.`
      const { key: _, ...result } = answer
      const reported = `${answer.rows} rows and ${answer.documents} files of documents are in ${target}.`
      const kept = [
        answer.encrypted_to.length > 0
          ? `They are encrypted to ${answer.encrypted_to.join(', ')}.`
          : 'They are not encrypted: who has the folder reads everything. BACKUP_RECIPIENTS names keys to encrypt to.',
        `They are signed by ${answer.signed_by}: note this key elsewhere, to check them with --signed-by.`,
      ]
      print(options, result, [reported, ...missingLines(answer.missing_documents), ...kept, hint].join('\n'))
    })
  addRestore(program)
}

interface RestoreOptions extends Output {
  to?: Date | 'latest'
  identity?: string
  signedBy?: string
  unsigned?: boolean
  check?: boolean
}

function addRestore(program: Command): void {
  withJson(program.command('restore [folder]'))
    .description('fill an empty database from a backup, or make it as it was at a moment')
    .option(
      '--to <instant>',
      'from the archive in BACKUP_WAL_DIR: a moment such as 2026-11-26T14:30:00Z, or latest',
      readMoment,
    )
    .option('--identity <file>', 'the secret key that decrypts it, as age-keygen writes it; - for standard input')
    .option('--signed-by <key>', 'the public key it must be signed by, when the master key is not here', readSigner)
    .option('--unsigned', 'take it without checking a signature: for backups of before 2026-11-29')
    .option('--check', 'check the signature, every file and the key, and restore nothing')
    .action(async (folder: string | undefined, options: RestoreOptions) => {
      if (options.to !== undefined) {
        if (folder !== undefined) throw new WrongUse('--to reads BACKUP_WAL_DIR and takes no folder.')
        return await recoverArchived(options.to, options)
      }
      if (folder === undefined) throw new WrongUse('Name the folder of the backup, or give --to.')
      const source = resolve(folder)
      if (options.check) return await checkOnly(source, options)
      const { restored, by, key, hasKey } = await withConnection(async (connection, config) => {
        const file = keyFile(config)
        const { by, ...trust } = await findTrust(source, givenFor(options, file))
        const bring = () => bringKey(source, file, trust.identities)
        const also = { bringKey: bring, crashPoints: crashPointsOf(config) }
        const result = await restore(connection, filesOf(config), source, trust, also)
        return { restored: result, by, key: file, hasKey: existsSync(file) }
      })
      const result = { ...restored, master_key: hasKey, checked_by: by }
      print(options, result, [...checkedLines(by), restoredText(restored, key, hasKey)].join('\n'))
    })
}

/** `cartage restore --check`: requires no database. */
async function checkOnly(source: string, options: RestoreOptions): Promise<void> {
  const { by, ...trust } = await findTrust(source, givenFor(options, keyFile(completeConfig(readConfig()))))
  const { made_at, tables, encrypted_to = [], signed_by = null, ...manifest } = await checkBackup(source, trust)
  const rows = tables.reduce((sum, saved) => sum + saved.rows, 0)
  const { documents } = documentsOf({ made_at, tables, ...manifest })
  const lines = [
    ...checkedLines(by),
    `${source} is whole: ${rows} rows and ${documents} files of documents, as of ${made_at}.`,
  ]
  print(options, { made_at, rows, documents, encrypted_to, signed_by, checked_by: by }, lines.join('\n'))
}

function givenFor({ identity, signedBy, unsigned = false }: RestoreOptions, keyFile: string) {
  const identities = identity === undefined ? [] : identitiesIn(identity)
  return { signedBy, takesUnsigned: unsigned, identities, keyFile }
}

/** Reads the secret keys from a file, or from standard input for `-`. */
export function identitiesIn(file: string) {
  return readIdentities(readBytes(file, 2 ** 20).toString('utf8'), file)
}

function readSigner(text: string): string {
  if (/^[\w-]{43}$/.test(text)) return text
  throw new InvalidArgumentError('It must be the 43 letters, digits, - and _ that the backup printed.')
}

function checkedLines(by: CheckedBy): string[] {
  if (by === 'KEY_IN_BACKUP')
    return [
      'The signature was checked with the key in the backup itself: it is whole, but that does not show who made it.',
    ]
  return by === 'NOTHING' ? ['WARNING: no signature was checked.'] : []
}

function keyHint(recipients: readonly string[]): string {
  if (recipients.length > 0) return 'The master key is in the folder, encrypted like the rest.'
  return 'The master key is in the folder: protect it like a password.'
}

/** @throws CommandFailed without a key: an unsigned backup could be replaced by anyone */
async function signingVault(file: string) {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandFailed(
      `The master key ${file} cannot be read, and backups are signed with a key that follows from it. Run the command with the ` +
        'settings of the service, as packaging/cartage does.',
    )
  })
  return createVault(parseKeyFile(text, file))
}

/** `cartage backup --base`. */
async function copyArchived(options: Output): Promise<void> {
  requireDatabase(completeConfig(readConfig()))
  const copied = await withConnection(async (connection, config) => {
    const archive = archiveOf(config)
    await migrate(connection)
    const { folder, bytes, started_at, finished_at } = await copyBase(
      connection,
      join(config.data_dir, 'cluster'),
      archive,
      config.backup_recipients,
    )
    return { folder, bytes, started_at, finished_at, key: keyFile(config) }
  })
  const { key, ...result } = copied
  const lines = [
    `${Math.round(result.bytes / 1_000_000)} MB are in ${result.folder}. Every moment after ${result.finished_at} can be restored.`,
    `Documents and the master key are not in it: copy ${dirname(key)}/blobs, unless they are in S3, and ${key} elsewhere.`,
  ]
  print(options, result, lines.join('\n'))
}

/** `cartage restore --to`. */
async function recoverArchived(to: Date | 'latest', options: RestoreOptions): Promise<void> {
  const config = completeConfig(readConfig())
  const log = createLog('warn')
  const { data_dir: dataDir } = config
  const identities = options.identity === undefined ? [] : identitiesIn(options.identity)
  const given = { dataDir, archive: archiveOf(config), to, files: filesOf(config), identities }
  const crashPoints = crashPointsOf(config)
  const recovered = await recover({ ...given, crashPoints, log: (message, facts) => log.info(facts ?? {}, message) })
  const key = keyFile(config)
  const hasKey = existsSync(key)
  const lines = [
    ...missingLines(recovered.missing_documents),
    `${recovered.tenants.join(', ') || 'No tenant'} restored to ${recovered.to}; the last commit is of ${recovered.last_commit_at ?? recovered.base}.`,
    `Sessions and links ended, leases were released, and events continue under epoch ${recovered.epoch}.`,
    'Whatever was removed, disabled or rotated after that moment is valid again: look at users, API clients and webhooks.',
    'Take a new copy once the service runs: cartage backup --base',
    ...(hasKey ? [] : ['', `Before the next start, copy the master key of that time to ${key}.`]),
  ]
  print(options, { ...recovered, master_key: hasKey }, lines.join('\n'))
}

/** @throws WrongUse when archiving is off */
function archiveOf({ backup_wal_dir: archive }: Config): string {
  if (archive !== undefined) return archive
  throw new WrongUse(
    'Set BACKUP_WAL_DIR to the folder of the archive. Another PostgreSQL than the embedded one has tools of its own.',
  )
}

function readMoment(text: string): Date | 'latest' {
  if (text === 'latest') return text
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  if (isInstant && !Number.isNaN(Date.parse(text))) return new Date(text)
  throw new InvalidArgumentError('It must be an instant with its zone, such as 2026-11-26T14:30:00Z, or latest.')
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

function crashPointsOf({ crash_at: place }: Config): CrashPoints {
  return place ? crashAt(place) : noCrashPoints
}

function filesOf(config: Complete): Files {
  return createFiles(filesFolder(config), config.document_s3)
}

function documentsOf({ documents }: Manifest) {
  return { documents: documents?.count ?? 0, missing_documents: documents?.missing ?? [] }
}

function keyFile(config: Complete): string {
  return config.master_key_file ?? join(config.data_dir, 'master.key')
}

/** Copies the key out of the backup if it has one and the installation has none; all or nothing. */
async function bringKey(folder: string, file: string, identities: readonly Identity[]): Promise<void> {
  if (existsSync(file)) return
  const saved = await readKeyInBackup(folder, identities)
  if (saved === undefined) return
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(`${file}.part`, saved, { mode: 0o600, flush: true })
  await rename(`${file}.part`, file)
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
