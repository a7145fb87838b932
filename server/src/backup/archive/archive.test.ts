import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DatabaseClient } from '../../db/client.ts'
import { openEmbedded } from '../../db/embedded/database.ts'
import { migrate } from '../../db/migrate.ts'
import { createFiles } from '../../documents/content/gateway.ts'
import { copyBase, segmentsFolder } from './base.ts'
import { recover } from './recover.ts'
import { archiveSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'cartage-archive-'))
// PostgreSQL runs as an account of its own when this is root.
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const archive = join(folder, 'archive')
const files = createFiles(join(folder, 'blobs'), undefined)
const to = (name: string, moment: Date | 'latest') =>
  recover({ dataDir: join(folder, name), archive, to: moment, files, log: () => {} })

/** Runs SQL on the database of a data folder, past row security. */
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

/** Adds a tenant. @returns a moment after it and before whatever comes next */
async function addTenant(client: DatabaseClient, slug: string): Promise<Date> {
  await client.query('insert into tenant (slug, name) values ($1, $1)', [slug])
  const { rows } = await client.query<{ at: string }>(
    `select to_char((clock_timestamp() + interval '20 ms') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, pg_sleep(0.05)`,
  )
  return new Date(rows[0]!.at)
}

test('OPS-20: a database is restored to any moment after a copy, with an epoch that no restore gave before', async () => {
  const dataDir = join(folder, 'first')
  const moments = await withData('first', archiveSettings(dataDir, archive), async (client) => {
    const embedded = { host: client.host, port: client.port, user: 'postgres', database: client.database! }
    await migrate(embedded)
    const early = await addTenant(client, 'before-the-copy')
    const base = await copyBase(embedded, join(dataDir, 'cluster'), archive)
    expect(base.bytes).toBeGreaterThan(5_000_000)
    const one = await addTenant(client, 'one')
    const two = await addTenant(client, 'two')
    await client.query('select pg_switch_wal()')
    return { early, one, two }
  })
  expect(readdirSync(segmentsFolder(archive)).filter((name) => name.endsWith('.part'))).toEqual([])

  expect(await to('second', moments.one)).toMatchObject({ tenants: ['before-the-copy', 'one'], epoch: 2 })
  expect(await to('third', 'latest')).toMatchObject({ tenants: ['before-the-copy', 'one', 'two'], epoch: 3 })
  // An ordinary start knows nothing of the recovery any more, and writes.
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

test('OPS-20: a copy of a database that archives nothing is refused', async () => {
  await withData('plain', {}, async (client) => {
    const embedded = { host: client.host, port: client.port, user: 'postgres', database: client.database! }
    await migrate(embedded)
    await expect(copyBase(embedded, join(folder, 'plain', 'cluster'), archive)).rejects.toThrow(/archives nothing/)
  })
}, 240_000)
