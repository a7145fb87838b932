import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { platform } from 'node:process'
import { type Account, type Binaries, canReach, changeOwner, EmbeddedError, explainSpawnFailure } from './binaries.ts'

/** Paths and options of a cluster. */
export interface Cluster {
  dataDir: string
  /** PostgreSQL's data folder. */
  folder: string
  logFile: string
  account: Account | undefined
  binaries: Binaries
  /** False for tests only: a machine crash may lose everything. */
  durable: boolean
  /** Settings in addition to the defaults. */
  settings: Readonly<Record<string, string>>
}

/** PostgreSQL release of the bundled programs and their data folders. */
const majorVersion = '18'

/** Size in bytes above which the log is rotated at start. */
const longestLog = 10_000_000

/**
 * Creates the cluster if missing. It is created under a temporary name, so an interrupted first start leaves nothing
 * behind.
 * @throws EmbeddedError if the folder holds another release, belongs to another account, or initdb fails
 */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  const { dataDir, folder, account } = cluster
  if (existsSync(join(folder, 'PG_VERSION'))) return checkCluster(cluster)
  removeDrafts(dataDir)
  const draft = join(dataDir, `cluster.draft-${randomBytes(4).toString('hex')}`)
  mkdirSync(draft, { mode: 0o700 })
  changeOwner(account, draft)
  await runInitdb(cluster, draft)
  renameSync(draft, folder)
}

/** Password of the superuser: only on Windows, where every user can reach the database's port. */
export function readPassword(dataDir: string): string | undefined {
  if (platform !== 'win32') return undefined
  const file = join(dataDir, 'password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** Opens PostgreSQL's log for appending and returns its current end. The caller closes it. */
export function openLog(cluster: Cluster): { fd: number; end: number } {
  const { logFile } = cluster
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size > longestLog) renameSync(logFile, `${logFile}.1`)
  const fd = openSync(logFile, 'a', 0o600)
  changeOwner(cluster.account, logFile)
  return { fd, end: fstatSync(fd).size }
}

/** Last lines of PostgreSQL's log after a position, for an error message. */
export function readLogTail(cluster: Cluster, from: number): string {
  const longest = 2_000
  try {
    const fd = openSync(cluster.logFile, 'r')
    const end = fstatSync(fd).size
    const start = Math.max(from, end - longest)
    const buffer = Buffer.alloc(Math.max(0, end - start))
    readSync(fd, buffer, 0, buffer.length, start)
    return buffer.toString('utf8').trim()
  } catch {
    return ''
  }
}

function checkCluster(cluster: Cluster): void {
  const { folder, account } = cluster
  const owner = statSync(folder).uid
  const expected = account?.uid ?? process.getuid?.()
  if (expected !== undefined && owner !== expected) {
    throw new EmbeddedError(
      `The database in ${folder} belongs to user id ${owner}, and this process is user id ${expected}. Start as that ` +
        'user or as root, or choose another DATA_DIR.',
    )
  }
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== majorVersion) {
    throw new EmbeddedError(
      `The database in ${folder} was created by PostgreSQL ${version}, the bundled one is ${majorVersion}. Start the ` +
        'version of Cartage that made it, export, and import into a new DATA_DIR.',
    )
  }
}

/**
 * Checks that PostgreSQL's own account can reach the data folder.
 * @throws EmbeddedError naming the folder
 */
export function checkReach(dataDir: string, account: Account | undefined): void {
  if (account === undefined || canReach(dataDir, account)) return
  throw new EmbeddedError(
    `PostgreSQL does not run as root, and user id ${account.uid}, which it runs as instead, cannot reach ${dataDir}. ` +
      'Set DATA_DIR to a folder whose parent folders every user may enter, such as /var/lib/cartage.',
  )
}

function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('cluster.draft-')) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

async function runInitdb(cluster: Cluster, folder: string): Promise<void> {
  const { dataDir, account, binaries, durable } = cluster
  const passwordFile = platform === 'win32' ? join(dataDir, 'password') : undefined
  const options = [
    '--pgdata',
    folder,
    '--username=postgres',
    '--encoding=UTF8',
    // The builtin locale sorts the same on every system and after every update.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // The unix socket needs no password, because only our own account can enter its folder (0700).
    passwordFile === undefined ? '--auth=trust' : '--auth=scram-sha-256',
    '--no-instructions',
  ]
  if (passwordFile !== undefined) options.push(`--pwfile=${passwordFile}`)
  if (!durable) options.push('--no-sync')
  const child = spawn(binaries.initdb, options, {
    // initdb reads the current folder, which its account may not be allowed to see.
    cwd: folder,
    env: binaries.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: platform !== 'win32',
    windowsHide: true,
    ...account,
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const code = await new Promise<number | null>((done, fail) => {
    child.once('error', (error) => fail(explainSpawnFailure(binaries.initdb, error)))
    child.once('close', done)
  })
  if (code === 0) return
  rmSync(folder, { recursive: true, force: true })
  throw new EmbeddedError(
    `The database could not be created in ${folder}. initdb says: ${output.trim()}${hint(output)}`,
  )
}

function hint(output: string): string {
  if (!output.includes('could not look up effective user ID')) return ''
  return ' Give this user id an entry in /etc/passwd, start as another user, or set DATABASE_URL.'
}
