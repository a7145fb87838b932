import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { DatabaseClient } from '../../db/client.ts'
import { EmbeddedError } from '../../db/embedded/binaries.ts'
import { openEmbedded } from '../../db/embedded/database.ts'
import { migrate } from '../../db/migrate.ts'
import { createFiles } from '../../documents/content/gateway.ts'
import { newMigratedDataDir } from '../../testing/spawn-cartage.ts'
import { newIdentity } from '../age/keys.ts'
import { basesFolder, copyBase, segmentsFolder } from './base.ts'
import { recover } from './recover.ts'
import { unsealedIn } from './sealed.ts'
import { archiveSettings } from './settings.ts'
import { settleRecovery, unfinishedRecovery } from './unfinished.ts'

const folder = mkdtempSync(join(tmpdir(), 'cartage-archive-'))
// As root, PostgreSQL runs under an account of its own.
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const archive = join(folder, 'archive')
const files = createFiles(join(folder, 'blobs'), undefined)
const to = (name: string, moment: Date | 'latest') =>
  recover({ dataDir: join(folder, name), archive, to: moment, files, log: () => {} })

/**
 * A data folder with a migrated database and no tenant.
 * @returns its name in our folder
 */
function newData(name: string): string {
  mkdirSync(join(folder, name))
  chmodSync(join(folder, name), 0o755)
  return relative(folder, newMigratedDataDir(join(folder, name)).path)
}

/** Runs SQL on the database of a data folder, bypassing row security. */
async function withData<T>(
  name: string,
  settings: Record<string, string>,
  work: (client: DatabaseClient) => Promise<T>,
) {
  const embedded = await openEmbedded({ dataDir: join(folder, name), settings, log: () => {} })
  const client = new DatabaseClient(embedded.connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await embedded.stop()
  }
}

const slugs = async (client: DatabaseClient) =>
  (await client.query<{ slug: string; epoch: number }>('select slug, epoch from tenant order by slug')).rows

/**
 * Adds a tenant.
 * @returns a moment between it and the next change
 */
async function addTenant(client: DatabaseClient, slug: string): Promise<Date> {
  await client.query('insert into tenant (slug, name) values ($1, $1)', [slug])
  const { rows } = await client.query<{ at: string }>(
    `select to_char((clock_timestamp() + interval '20 ms') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, pg_sleep(0.05)`,
  )
  return new Date(rows[0]!.at)
}

test('OPS-20: a database is restored to any moment after a copy, with an epoch that no restore used before', async () => {
  const first = newData('first')
  const dataDir = join(folder, first)
  const moments = await withData(first, archiveSettings(dataDir, archive), async (client) => {
    const embedded = { host: client.host, port: client.port, user: 'postgres', database: client.database! }
    await migrate(embedded)
    const early = await addTenant(client, 'before-the-copy')
    mkdirSync(join(basesFolder(archive), 'cut-off.draft', 'cluster'), { recursive: true })
    const base = await copyBase(embedded, join(dataDir, 'cluster'), archive)
    expect(base.bytes).toBeGreaterThan(5_000_000)
    // OPS-39: a copy whose process was killed is as large as the database and useless.
    expect(readdirSync(basesFolder(archive)).filter((name) => name.endsWith('.draft'))).toEqual([])
    const one = await addTenant(client, 'one')
    const two = await addTenant(client, 'two')
    await client.query('select pg_switch_wal()')
    return { early, one, two }
  })
  expect(readdirSync(segmentsFolder(archive)).filter((name) => name.endsWith('.part'))).toEqual([])

  expect(unsealedIn(archive)).toEqual({ segments: expect.toSatisfy((count) => count > 0), bases: 1 })
  expect(await to('second', moments.one)).toMatchObject({ tenants: ['before-the-copy', 'one'], epoch: 2 })
  expect(await to('third', 'latest')).toMatchObject({ tenants: ['before-the-copy', 'one', 'two'], epoch: 3 })
  // After the recovery, an ordinary start works and can write.
  await withData('second', {}, async (client) => {
    await addTenant(client, 'later')
    expect((await slugs(client)).map(({ slug, epoch }) => [slug, epoch])).toEqual([
      ['before-the-copy', 2],
      ['later', 1],
      ['one', 2],
    ])
  })
  await expect(to('fourth', moments.early)).rejects.toThrow(/was finished after that moment/)
  await expect(to('fourth', new Date(Date.now() + 3_600_000))).rejects.toThrow(/The archive ends before that moment/)
  await expect(to('second', 'latest')).rejects.toThrow(/Restore into a new DATA_DIR/)
  expect(existsSync(join(folder, 'fourth', 'cluster'))).toBe(false)
}, 240_000)

/** Runs the command in a separate process on a data folder until it kills itself at a given place. */
function cartage(name: string, args: string[], place?: string) {
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: join(folder, name), BACKUP_WAL_DIR: archive, PORT: '1' }
  const cli = fileURLToPath(new URL('../../cli.ts', import.meta.url))
  return spawnSync(process.execPath, [cli, ...args], {
    env: { ...env, DATABASE_URL: '', ...(place !== undefined && { CARTAGE_CRASH_AT: place }) },
    encoding: 'utf8',
    timeout: 60_000,
  })
}

test('OPS-37: a restore to a moment that is killed leaves no database, explains how to continue, and is completed by its command', async () => {
  const restore = ['restore', '--to', 'latest']
  const dataDir = join(folder, 'killed')
  for (const place of ['recovery:replayed', 'recovery:copied']) {
    // PostgreSQL outlives the first process, and the next command stops it.
    expect([place, cartage('killed', restore, place).signal]).toEqual([place, 'SIGKILL'])
    expect([place, existsSync(join(dataDir, 'cluster'))]).toEqual([place, false])
    expect(unfinishedRecovery(dataDir)).toMatch(/was begun in .* do it again: cartage restore --to latest\./)
    expect(() => settleRecovery(dataDir)).toThrow(EmbeddedError)
  }
  const started = cartage('killed', ['migrate', '--create'])
  expect([started.status, started.stderr]).toEqual([
    1,
    expect.stringContaining('do it again: cartage restore --to latest.'),
  ])
  expect(cartage('killed', ['doctor']).stdout).toMatch(/WRONG {2}database: A restore to latest was begun/)
  expect(cartage('killed', restore, 'recovery:renamed').signal).toBe('SIGKILL')
  settleRecovery(dataDir)
  expect(readdirSync(dataDir)).not.toContain('recovering')
  await withData('killed', {}, async (client) => {
    expect((await slugs(client)).map(({ slug, epoch }) => [slug, epoch > 3])).toEqual([
      ['before-the-copy', true],
      ['one', true],
      ['two', true],
    ])
  })
}, 240_000)

test('OPS-36: an archive is encrypted to the backup keys, and a restore to a moment needs one of the private keys', async () => {
  const [identity, other] = [newIdentity(), newIdentity()]
  const recipients = [other.recipient, identity.recipient]
  const sealed = join(folder, 'sealed')
  const first = newData('sealed-first')
  const dataDir = join(folder, first)
  const moment = await withData(first, archiveSettings(dataDir, sealed, recipients), async (client) => {
    const embedded = { host: client.host, port: client.port, user: 'postgres', database: client.database! }
    await migrate(embedded)
    await copyBase(embedded, join(dataDir, 'cluster'), sealed, recipients)
    const one = await addTenant(client, 'one')
    await addTenant(client, 'two')
    await client.query('select pg_switch_wal()')
    return one
  })
  const files = [segmentsFolder(sealed), basesFolder(sealed)]
    .flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const plain = files.filter((file) => !file.endsWith('.age'))
  expect(plain.filter((file) => !/(\.age\.sha256|base\.json)$/.test(file))).toEqual([])
  expect(files.filter((file) => !readFileSync(file).subarray(0, 3).equals(Buffer.from('age')))).toEqual(plain)
  expect(unsealedIn(sealed)).toEqual({ segments: 0, bases: 0 })

  const restore = (identities: (typeof identity)[]) =>
    recover({
      dataDir: join(folder, 'sealed-second'),
      archive: sealed,
      to: moment,
      files: createFiles(join(folder, 'blobs'), undefined),
      identities,
      log: () => {},
    })
  await expect(restore([])).rejects.toThrow(/--identity/)
  await expect(restore([newIdentity()])).rejects.toThrow(/encrypted to another key/)
  expect(readdirSync(join(folder, 'sealed-second'))).toEqual([])
  expect(await restore([identity])).toMatchObject({ tenants: ['one'] })
  // Decrypted intermediate files are removed.
  expect(readdirSync(join(folder, 'sealed-second')).filter((name) => name === 'recovering')).toEqual([])
}, 240_000)

test('OPS-36: archiving the same segment again is accepted, and a different one under its name is refused', async () => {
  const [from, target] = [join(folder, 'segment'), join(folder, 'segment.gz.age')]
  const command = archiveSettings(join(folder, 'none'), join(folder, 'again'), [newIdentity().recipient])
    .archive_command!
  const run = () => spawnSync('sh', ['-c', command.replace(/"%p" "[^"]+"/, `"${from}" "${target}"`)]).status
  writeFileSync(from, 'what PostgreSQL wrote')
  expect([run(), run()]).toEqual([0, 0])
  const first = readFileSync(target)
  writeFileSync(from, 'what another PostgreSQL wrote')
  expect(run()).toBe(1)
  expect(readFileSync(target).equals(first)).toBe(true)
})

test('OPS-20: a copy of a database without archiving is refused', async () => {
  const plain = newData('plain')
  await withData(plain, {}, async (client) => {
    const embedded = { host: client.host, port: client.port, user: 'postgres', database: client.database! }
    await expect(copyBase(embedded, join(folder, plain, 'cluster'), archive)).rejects.toThrow(/archives nothing/)
  })
}, 240_000)
