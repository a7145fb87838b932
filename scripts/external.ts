// Programs from outside npm that some tests need: looked up, and installed if the tests run as root on Debian.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.ts'

interface Program {
  /** Program names on the PATH. */
  readonly names: readonly string[]
  /** Environment variable with its path, if not in a usual place. */
  readonly variable: string
  /** Folders searched before the PATH. */
  folders(): readonly string[]
  readonly debianPackage: string
}

const debianPostgres = '/usr/lib/postgresql'

const chromium = {
  names: ['chromium', 'chromium-browser', 'google-chrome'],
  variable: 'CHROMIUM',
  folders: () => ['/usr/lib/chromium'],
  debianPackage: 'chromium',
}

const programs = {
  /** With browser windows, and therefore with the PDF viewer: for screenshots. */
  chromium,
  /** The same engine without windows takes a quarter less time: for tests. */
  browser: {
    ...chromium,
    names: ['chromium-headless-shell', ...chromium.names],
    debianPackage: 'chromium-headless-shell',
  },
  // Debian's own folder first: the program on its PATH is a slow wrapper script.
  pgbench: { names: ['pgbench'], variable: 'PGBENCH', folders: postgresFolders, debianPackage: 'postgresql-contrib' },
  pg_basebackup: {
    names: ['pg_basebackup'],
    variable: 'PG_BASEBACKUP',
    folders: postgresFolders,
    debianPackage: 'postgresql',
  },
  git: { names: ['git'], variable: 'GIT', folders: () => [], debianPackage: 'git' },
  routino: { names: ['routino-router'], variable: 'ROUTINO', folders: () => [], debianPackage: 'routino' },
  // Never installed automatically: its Debian package starts a system service.
  pgbouncer: {
    names: ['pgbouncer'],
    variable: 'PGBOUNCER',
    folders: () => ['/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'],
    debianPackage: 'pgbouncer',
  },
  // Never installed automatically, for the same reason.
  haproxy: {
    names: ['haproxy'],
    variable: 'HAPROXY',
    folders: () => ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'],
    debianPackage: 'haproxy',
  },
  sshd: {
    names: ['sshd'],
    variable: 'SSHD',
    // Not on the PATH of ordinary users.
    folders: () => ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin'],
    debianPackage: 'openssh-server',
  },
  /** Limits running processes. */
  prlimit: { names: ['prlimit'], variable: 'PRLIMIT', folders: () => [], debianPackage: 'util-linux' },
  wrk: { names: ['wrk'], variable: 'WRK', folders: () => [], debianPackage: 'wrk' },
} satisfies Record<string, Program>

/** A program is missing and cannot be installed automatically. The message says what to install. */
export class ProgramMissing extends Error {
  override name = 'ProgramMissing'
}

/** Whether tests that need programs from outside npm are skipped. */
export function skipsExternal(): boolean {
  return process.env.SKIP_EXTERNAL === '1'
}

/** Path of an optional program; undefined if missing. */
export function lookFor(name: keyof typeof programs): string | undefined {
  return placeOf(programs[name])
}

/**
 * Paths of the named programs. Missing ones are installed with apt-get as root on Debian.
 * @throws ProgramMissing with a sentence for the user
 */
export async function findPrograms<Name extends keyof typeof programs>(
  ...names: Name[]
): Promise<Record<Name, string>> {
  const missing = names.filter((name) => placeOf(programs[name]) === undefined)
  if (missing.length > 0) await install(missing.map((name) => programs[name].debianPackage))
  return Object.fromEntries(names.map((name) => [name, expectPlace(name)])) as Record<Name, string>
}

function expectPlace(name: keyof typeof programs): string {
  const place = placeOf(programs[name])
  if (place !== undefined) return place
  const { debianPackage, variable } = programs[name]
  throw new ProgramMissing(
    `${name} is missing: install it (on Debian: apt-get install ${debianPackage}), set ${variable} to its path, ` +
      'or set SKIP_EXTERNAL=1 to leave out what needs it.',
  )
}

async function install(packages: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  process.stdout.write(`Installing with apt-get what is missing: ${packages.join(', ')}\n`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], env, true)
  await run('apt-get', ['install', '-yq', '--no-install-recommends', ...packages], env, true)
}

function placeOf(program: Program): string | undefined {
  const chosen = process.env[program.variable]
  if (chosen) return existsSync(chosen) ? chosen : undefined
  const folders = [...program.folders(), ...(process.env.PATH ?? '').split(delimiter)]
  return folders.flatMap((folder) => program.names.map((name) => join(folder, name))).find((path) => existsSync(path))
}

/** Programs of the newest version first. */
function postgresFolders(): readonly string[] {
  if (!existsSync(debianPostgres)) return []
  const versions = readdirSync(debianPostgres).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(debianPostgres, version, 'bin'))
}
