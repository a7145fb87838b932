import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeOwner, chooseAccount } from '../../db/embedded/binaries.ts'
import { newDatabaseFolder } from '../database-folder.ts'
import { freePort } from '../free-port.ts'
import { makePrimary } from '../servers/postgres.ts'
import { bundledPrograms } from '../servers/postgres-pair.ts'
import { cleanEnv } from '../spawn-cartage.ts'
import { checkout } from './blocks.ts'

/** Result of running commands. */
export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** A machine for following a guide: folders that replace /etc, /opt and the like, and its own PostgreSQL. */
export interface Machine {
  folder: string
  baseUrl: string
  /**
   * Runs the commands of a guide after replacing the placeholders that a reader fills in. Stops at the first failure.
   */
  follow(commands: string, given?: Readonly<Record<string, string>>): Promise<Ended>
  /** Waits until the server answers. */
  ready(): Promise<void>
  remove(): Promise<void>
}

/**
 * Stand-ins for programs that need root or a registry, in the first folder of PATH. All others that guides call are
 * real: the shell, curl, the wrapper of packaging, the server, PostgreSQL.
 */
const stands: Readonly<Record<string, string>> = {
  // The machine already belongs to the test.
  sudo: 'if [ "$1" = -u ]; then shift 2; fi\nexec "$@"',
  useradd: 'exit 0',
  journalctl: 'exit 0',
  pg_ctlcluster: 'exit 0',
  // A clone is links to the files of this checkout, whose packages are installed and whose version is the newest.
  git: `case $1 in
  clone) mkdir -p "$3" && for one in "$CHECKOUT"/*; do ln -sfn "$one" "$3/"; done ;;
  pull) exit 0 ;;
  *) exit 1 ;;
esac`,
  // Unpacking a release archive creates the same links. scripts/release.test.ts has real archives, npm run release --
  // --try unpacks one.
  tar: `case "$1 $3" in
  "-xzf -C") folder="$4$(basename "$2" .tar.gz)" && mkdir -p "$folder" && for one in "$CHECKOUT"/*; do ln -sfn "$one" "$folder/"; done ;;
  *) exit 1 ;;
esac`,
  sha256sum: 'exit 0',
  npm: 'case "$1 $2" in "ci "*|"run sbom"|"prune --omit=dev") exit 0 ;; esac\nexit 1',
  node: 'exec "$NODE" "$@"',
  psql: 'exec "$NODE" "$CHECKOUT/server/src/testing/guides/psql.ts" "$@"',
  // Starts the command of the unit with its settings, and stops it.
  systemctl: `unit="$MACHINE/etc/systemd/system/cartage.service"
said() { sed -n "s|^$1=-*||p" "$unit"; }
case $1 in
  stop)
    kill "$(cat "$MACHINE/pid")"
    while kill -0 "$(cat "$MACHINE/pid")" 2> /dev/null; do sleep 0.1; done ;;
  start|enable)
    cd "$MACHINE$(said WorkingDirectory)"
    export $(said Environment | sed "s|=/|=$MACHINE/|") $(grep -v '^#' "$MACHINE$(said EnvironmentFile)")
    nohup $(said ExecStart | sed "s|^/|$MACHINE/|") >> "$MACHINE/service.log" 2>&1 &
    echo $! > "$MACHINE/pid" ;;
  daemon-reload) ;;
  *) exit 1 ;;
esac`,
}

/** Creates a machine with only a PostgreSQL, which accepts any login without a password. */
export async function newMachine(): Promise<Machine> {
  const folder = newDatabaseFolder()
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  for (const name of ['bin', 'backups', 'home', 'etc/systemd/system', 'opt', 'var/lib/cartage', 'database']) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  for (const [name, text] of Object.entries(stands)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  }
  const place = join(folder, 'database')
  changeOwner(chooseAccount(join(place, 'cluster')), place)
  const database = await makePrimary(bundledPrograms(place), place, 'main')
  await database.start()
  const port = String(await freePort())
  const baseUrl = `http://127.0.0.1:${port}`
  const env = {
    ...cleanEnv({ MACHINE: folder, CHECKOUT: checkout, NODE: process.execPath, PORT: port }),
    ...{ PSQL_URL: `postgres://postgres@127.0.0.1:${database.port}`, CARTAGE_ACCOUNT: 'nobody-has-this-name' },
    ...{ CARTAGE_HOME: `${folder}/opt/cartage`, CARTAGE_SETTINGS: `${folder}/etc/cartage/cartage.env` },
    ...{ DATA_DIR: `${folder}/var/lib/cartage`, PATH: `${folder}/bin:${process.env.PATH}` },
  }
  const places = { '127.0.0.1:5432': `127.0.0.1:${database.port}`, 'https://tms.example': baseUrl }
  const folders = {
    '/usr/local/bin/': `${folder}/bin/`,
    ...withIn(folder, ['/etc/', '/opt/', '/backups/', '/var/lib/']),
  }

  return {
    folder,
    baseUrl,
    follow: (commands, given = {}) =>
      runShell(replaceAll(commands, { ...given, ...places, ...folders }), { env, cwd: join(folder, 'home') }),
    async ready() {
      const isReady = () =>
        fetch(`${baseUrl}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      for (let tries = 0; !(await isReady()); tries++) {
        if (tries > 600)
          throw new Error(`The server does not answer: ${readFileSync(join(folder, 'service.log'), 'utf8')}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    async remove() {
      if (existsSync(join(folder, 'pid'))) await runShell('systemctl stop cartage', { env, cwd: folder })
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function withIn(folder: string, places: readonly string[]): Record<string, string> {
  return Object.fromEntries(places.map((place) => [place, `${folder}${place}`]))
}

/** Replaces each text; replacements are not searched again. */
function replaceAll(text: string, by: Readonly<Record<string, string>>): string {
  const escaped = Object.keys(by).map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return text.replace(new RegExp(escaped.join('|'), 'g'), (found) => by[found]!)
}

function runShell(commands: string, options: { env: NodeJS.ProcessEnv; cwd: string }): Promise<Ended> {
  return new Promise((resolve) => {
    execFile('bash', ['-e', '-c', commands], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
  })
}
