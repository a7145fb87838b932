import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { copyCluster, newDatabaseFolder } from '../../testing/database-folder.ts'
import { canReach, unprivilegedIn } from './binaries.ts'
import { type EmbeddedDatabase, openEmbedded } from './database.ts'
import type { Endpoint } from './endpoint.ts'
import { createOwnerLock } from './lock.ts'
import { findProcess, isAlive } from './process.ts'

const folders: string[] = []
const opened: EmbeddedDatabase[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const database of opened.splice(0).reverse()) await database.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(below = ''): string {
  const folder = newDatabaseFolder()
  folders.push(folder)
  return join(folder, below)
}

/** A data folder used before. Without a cluster to copy, the start creates one. */
function usedFolder(): string {
  const dataDir = newFolder()
  const cluster = inject('migratedCluster')
  if (cluster !== null) copyCluster(cluster, join(dataDir, 'cluster'))
  return dataDir
}

async function open(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await openEmbedded({ dataDir, durable: false, log: () => {} })
  opened.push(database)
  return database
}

async function query(connection: Endpoint, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    const result = await client.query(statement)
    return result.rows
  } finally {
    await client.end()
  }
}

async function eventually<T>(look: () => Promise<T> | T, isRight: (value: T) => boolean): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const value = await look()
      if (isRight(value)) return value
    } catch (error) {
      if (attempt >= 500) throw error
    }
    if (attempt >= 500) throw new Error('It did not happen.')
    await sleep(20)
  }
}

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** A separate process that opens the database. `stop` over its channel makes it leave. */
async function startProcess(dataDir: string): Promise<{ child: ChildProcess; owner: boolean }> {
  const script = join(newFolder(), 'owner.ts')
  writeFileSync(
    script,
    `import { openEmbedded } from ${JSON.stringify(new URL('./database.ts', import.meta.url).href)}
     const database = await openEmbedded({ dataDir: process.argv[2], durable: false, log: () => {} })
     process.on('message', async (message) => {
       if (message === 'exit') process.exit(0)
       await database.stop()
       process.disconnect()
     })
     process.send({ owner: database.owner })`,
  )
  const child = fork(script, [dataDir], { execArgv: [] })
  children.push(child)
  const [message] = await once(child, 'message')
  return { child, owner: (message as { owner: boolean }).owner }
}

async function leaves(child: ChildProcess, message = 'stop'): Promise<void> {
  child.send(message)
  if (child.exitCode === null) await once(child, 'exit')
}

test('the first start creates a UTF8 database with the same sort order everywhere and keeps data across a restart', async () => {
  const dataDir = newFolder()
  const first = await open(dataDir)
  expect(first.owner).toBe(true)
  const [row] = await query(
    first.connection,
    `select pg_encoding_to_char(encoding) as encoding, datlocale, current_setting('TimeZone') as zone,
       current_setting('listen_addresses') as tcp
     from pg_database where datname = current_database()`,
  )
  expect(row).toEqual({ encoding: 'UTF8', datlocale: 'C.UTF-8', zone: 'UTC', tcp: '' })
  await query(first.connection, 'create table kept as select 7 as n')
  await first.stop()
  const second = await open(dataDir)
  expect(await query(second.connection, 'select n from kept')).toEqual([{ n: 7 }])
})

test('a durable database writes every commit to the disk', async () => {
  const database = await openEmbedded({ dataDir: newFolder(), log: () => {} })
  opened.push(database)
  const [row] = await query(
    database.connection,
    `select current_setting('fsync') as a, current_setting('synchronous_commit') as b,
       current_setting('full_page_writes') as c`,
  )
  expect(row).toEqual({ a: 'on', b: 'on', c: 'on' })
})

test('a durable database checks every ten seconds for tables that have grown, so that plans made on empty ones are replaced soon', async () => {
  const database = await openEmbedded({ dataDir: newFolder(), log: () => {} })
  opened.push(database)
  expect(await query(database.connection, `select current_setting('autovacuum_naptime') as every`)).toEqual([
    { every: '10s' },
  ])
})

test('opening the same folder again attaches, and the last one to close stops the database', async () => {
  const dataDir = usedFolder()
  const first = await open(dataDir)
  const second = await open(dataDir)
  expect(second.owner).toBe(false)
  expect(second.connection).toEqual(first.connection)
  await first.stop()
  expect(await query(second.connection, 'select 1 as n')).toEqual([{ n: 1 }])
  await eventually(
    () => second.owner,
    (owner) => owner,
  )
  const pid = postmasterPid(dataDir)
  await second.stop()
  expect(findProcess(pid)).toBeUndefined()
})

test('an attached process that closes last stops the database although it never owned it', async () => {
  const dataDir = usedFolder()
  const first = await open(dataDir)
  const second = await open(dataDir)
  const pid = postmasterPid(dataDir)
  await Promise.all([first.stop(), second.stop()])
  expect(findProcess(pid)).toBeUndefined()
})

test('stop leaves no process, no socket and no record of the address', async () => {
  const dataDir = usedFolder()
  const database = await open(dataDir)
  const pid = postmasterPid(dataDir)
  const socketDir = database.connection.host
  expect(existsSync(socketDir)).toBe(true)
  await database.stop()
  expect(findProcess(pid)).toBeUndefined()
  expect(existsSync(socketDir)).toBe(false)
  expect(existsSync(join(dataDir, 'database.json'))).toBe(false)
  expect(readdirSync(join(dataDir, 'attached'))).toEqual([])
})

test('two processes that start at once on an empty folder share one database', async () => {
  const dataDir = newFolder('data')
  const both = await Promise.all([startProcess(dataDir), startProcess(dataDir)])
  expect(both.map((one) => one.owner).sort()).toEqual([false, true])
  const pid = postmasterPid(dataDir)
  await Promise.all(both.map((one) => leaves(one.child)))
  expect(findProcess(pid)).toBeUndefined()
})

test('after kill -9 of the owner the next start adopts the running database with its data', async () => {
  const dataDir = usedFolder()
  const { child, owner } = await startProcess(dataDir)
  expect(owner).toBe(true)
  const endpoint = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as Endpoint
  await query(endpoint, 'create table kept as select 7 as n')
  const pid = postmasterPid(dataDir)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(findProcess(pid)).toBeDefined()

  const next = await open(dataDir)
  expect(next.owner).toBe(true)
  expect(postmasterPid(dataDir)).toBe(pid)
  expect(await query(next.connection, 'select n from kept')).toEqual([{ n: 7 }])
})

test('an attached process takes over the database when its owner is killed', async () => {
  const dataDir = usedFolder()
  const { child } = await startProcess(dataDir)
  const attached = await open(dataDir)
  expect(attached.owner).toBe(false)
  child.kill('SIGKILL')
  await eventually(
    () => attached.owner,
    (owner) => owner,
  )
  process.kill(postmasterPid(dataDir), 'SIGKILL')
  const rows = await eventually(
    () => query(attached.connection, 'select 1 as n'),
    (found) => found.length === 1,
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('kill -9 of the owner and of the database: the next start recovers every commit', async () => {
  const dataDir = usedFolder()
  const { child } = await startProcess(dataDir)
  const endpoint = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as Endpoint
  await query(endpoint, 'create table kept as select 7 as n')
  child.kill('SIGKILL')
  process.kill(postmasterPid(dataDir), 'SIGKILL')
  const next = await open(dataDir)
  expect(await query(next.connection, 'select n from kept')).toEqual([{ n: 7 }])
})

test('a killed database is started again at the same address, with its data', async () => {
  const dataDir = usedFolder()
  const database = await open(dataDir)
  await query(database.connection, 'create table kept as select 7 as n')
  for (let round = 0; round < 2; round += 1) {
    const before = postmasterPid(dataDir)
    process.kill(before, 'SIGKILL')
    await eventually(
      () => postmasterPid(dataDir),
      (pid) => pid !== before,
    )
    const rows = await eventually(
      () => query(database.connection, 'select n from kept'),
      (found) => found.length === 1,
    )
    expect(rows).toEqual([{ n: 7 }])
  }
})

test('a process that exits without stop takes the database down', async () => {
  const dataDir = usedFolder()
  const { child } = await startProcess(dataDir)
  const mark = findProcess(postmasterPid(dataDir))!
  await leaves(child, 'exit')
  await eventually(
    () => isAlive(mark),
    (alive) => !alive,
  )
})

test('a data folder with a path too long for a socket gets its socket in a private folder elsewhere', async () => {
  const dataDir = newFolder('long-'.repeat(30))
  const database = await open(dataDir)
  expect(database.connection.host.startsWith(dataDir)).toBe(false)
  expect(Buffer.byteLength(database.connection.host)).toBeLessThan(90)
  const second = await open(dataDir)
  expect(await query(second.connection, 'select 1 as n')).toEqual([{ n: 1 }])
  await second.stop()
  await database.stop()
  expect(existsSync(database.connection.host)).toBe(false)
})

test('an interrupted first start is begun again', async () => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'cluster.draft-cut'), { recursive: true })
  writeFileSync(join(dataDir, 'cluster.draft-cut', 'PG_VERSION'), '18\n')
  const database = await open(dataDir)
  expect(await query(database.connection, 'select 1 as n')).toEqual([{ n: 1 }])
  expect(readdirSync(dataDir).filter((name) => name.startsWith('cluster'))).toEqual(['cluster'])
})

test('a stale postmaster.pid with the id of another living program does not prevent the start', async () => {
  const dataDir = usedFolder()
  const first = await open(dataDir)
  await first.stop()
  const [ticks, port] = [Math.floor(Date.now() / 1000), 5432]
  const stale = [process.pid, join(dataDir, 'cluster'), ticks, port, join(dataDir, 'run'), '', '1 1', 'ready']
  writeFileSync(join(dataDir, 'cluster', 'postmaster.pid'), stale.join('\n'))
  const second = await open(dataDir)
  expect(await query(second.connection, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('a database of another PostgreSQL release is refused with advice', async () => {
  const dataDir = usedFolder()
  const first = await open(dataDir)
  await first.stop()
  writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '17\n')
  await expect(openEmbedded({ dataDir, log: () => {} })).rejects.toThrow(/created by PostgreSQL 17.*new DATA_DIR/)
  writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '18\n')
  await open(dataDir)
})

test('a data folder that cannot be created is refused with a sentence, even where mkdir would hang', async () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  for (const dataDir of [file, join(file, 'below')]) {
    await expect(openEmbedded({ dataDir, log: () => {} })).rejects.toThrow(/file is a file.*DATA_DIR/)
  }
  if (process.platform !== 'linux') return
  await expect(openEmbedded({ dataDir: '/proc/cartage', log: () => {} })).rejects.toThrow(/cannot be created.*DATA_DIR/)
})

test('only one of many holders gets the lock, and a dead or recycled process does not keep it', () => {
  const folder = newFolder()
  const holders = Array.from({ length: 5 }, () => createOwnerLock(folder))
  expect(holders.filter((holder) => holder.tryAcquire())).toHaveLength(1)
  const holder = holders.find((one) => one.isHeld())!
  holder.release()
  expect(holder.findHolder()).toBeUndefined()
  writeFileSync(join(folder, 'owner-9.lock'), JSON.stringify({ pid: 4_000_000, started: 'x', token: 'dead' }))
  expect(holders[1]!.tryAcquire()).toBe(true)
  holders[1]!.release()
  // This process's number with another start time, as if the number had been reused.
  writeFileSync(join(folder, 'owner-20.lock'), JSON.stringify({ pid: process.pid, started: 'x', token: 'old' }))
  expect(holders[2]!.tryAcquire()).toBe(true)
  expect(holders[3]!.tryAcquire()).toBe(false)
})

test('a lock file without content counts as held while it is new', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'owner-1.lock'), '')
  expect(createOwnerLock(folder).tryAcquire()).toBe(false)
})

test('an account can use a path only when every folder above allows it', () => {
  const folder = newFolder('open/closed/inner')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const stranger = { uid: 54_321, gid: 54_321 }
  expect(canReach('/', stranger)).toBe(true)
  expect(canReach(folder, stranger)).toBe(true)
  chmodSync(dirname(folder), 0o700)
  expect(canReach(folder, stranger)).toBe(false)
  expect(canReach(folder, { uid: 0, gid: 0 })).toBe(true)
})

test('as root a new database belongs to the account cartage if it exists, else to the unprivileged one of the system', () => {
  const others = 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65533:nobody:/:/usr/sbin/nologin\n'
  expect(unprivilegedIn(others)).toEqual({ uid: 65_534, gid: 65_533 })
  expect(unprivilegedIn(`${others}cartage:x:998:997::/var/lib/cartage:/bin/sh\n`)).toEqual({ uid: 998, gid: 997 })
  expect(unprivilegedIn(`${others}cartage:x:0:0::/:/bin/sh\n`)).toEqual({ uid: 65_534, gid: 65_533 })
  expect(unprivilegedIn('nobody:*:-2:-2:User:/var/empty:/usr/bin/false\n')).toEqual({
    uid: 4_294_967_294,
    gid: 4_294_967_294,
  })
  expect(unprivilegedIn('root:x:0:0::/root:/bin/sh\n')).toBeUndefined()
})
