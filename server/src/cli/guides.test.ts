import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { newDatabaseFolder } from '../testing/database-folder.ts'
import { cleanEnv, newDatabase, newDataDir } from '../testing/spawn-cartage.ts'

const checkout = fileURLToPath(new URL('../../..', import.meta.url))
const guides = join(checkout, 'docs/guides')
const database = await newDatabase()
const empty = newDataDir(newDatabaseFolder())
const folder = newDatabaseFolder()
afterAll(async () => {
  await database.remove()
  empty.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Command lines that no test can run on this machine, by how they begin, and why. */
const elsewhere: readonly (readonly [RegExp, string])[] = [
  [/^sudo (useradd|git|npm|install|cp|ln|systemctl|-u postgres)|^journalctl|^cd /, 'change the machine, as root'],
  [/^npx /, 'need the registry of npm; npm run clients runs them'],
  [/^docker |^printf /, 'need Docker'],
  [/^(psql|pg_\w+|openssl|rm|touch|cat >>) ?/, 'are for machines with PostgreSQL; npm run chaos tries them'],
  [
    /^curl |^export BASE_URL|^node docs\/programs|^cat > invoice\.xml/,
    'need a server: guide.test.ts and programs tests do it',
  ],
  [/^DATABASE_URL=|^BACKUP_WAL_DIR=/, 'are settings'],
  [/^cartage (serve|work)/, 'do not end; process/main.test.ts starts them'],
  [/^sudo cartage (backup --base|restore --to)/, 'need an archive; backup/archive/archive.test.ts runs them'],
  [
    /^(cat > \w+\.json|for kind in |done$|cartage import |cartage (tenant create|config export) haulier)/,
    'cli/import.test.ts runs this guide',
  ],
]

interface Line {
  guide: string
  text: string
}

/** Every command line of the guides, without what is read from standard input and the continuations of a line. */
function commandLines(): Line[] {
  return readdirSync(guides)
    .filter((name) => name.endsWith('.md'))
    .flatMap((guide) =>
      [...readFileSync(join(guides, guide), 'utf8').matchAll(/```(?:bash|sh)\n(.*?)```/gs)].flatMap(([, block]) =>
        withoutInput(block!).map((text) => ({ guide, text })),
      ),
    )
}

function withoutInput(block: string): string[] {
  const bare = block
    .replace(/(<<'(\w+)'[^\n]*\n).*?\n\2\n/gs, '$1')
    .replace(/\\\n/g, ' ')
    .replace(/'\{.*?\}'/gs, "'…'")
    .replace(/"grant execute[^"]*"/g, '"…"')
  return bare
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/** Runs a line of a guide in a shell, where `sudo cartage` is the command of packaging with the settings of a service. */
function runLine(text: string, dataDir: string): Promise<{ code: number; output: string }> {
  const settings = join(folder, 'cartage.env')
  writeFileSync(settings, `# of the service\nDATA_DIR="${dataDir}"\nPUBLIC_URL=https://tms.example\n`)
  const line = text.replace(/^sudo cartage\b/, join(checkout, 'packaging/cartage')).replace('/backups/', `${folder}/`)
  const env = { ...cleanEnv({}), CARTAGE_HOME: checkout, CARTAGE_SETTINGS: settings, CARTAGE_ACCOUNT: 'nobody-here' }
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', line], { env, cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
    )
  })
}

const reasonFor = ({ text }: Line) => elsewhere.find(([pattern]) => pattern.test(text))

test('every command line of every guide is run here, or has a reason why it is not', () => {
  const lines = commandLines()
  expect(lines.length).toBeGreaterThan(50)
  const unsorted = lines.filter((line) => !reasonFor(line) && !line.text.startsWith('sudo cartage '))
  expect(unsorted).toEqual([])
  for (const [pattern] of elsewhere) expect(lines.some(({ text }) => pattern.test(text))).toBe(true)
})

test('OPS-32: the commands of the guides act on the database of the service', async () => {
  mkdirSync(folder, { recursive: true })
  const wanted = commandLines().filter((line) => !reasonFor(line))
  const order = (text: string) => ['tenant create', 'user create'].findIndex((words) => text.includes(words)) >>> 0
  const lines = wanted.map(({ text }) => text.replace('acme', 'haulier')).sort((a, b) => order(a) - order(b))
  lines.push('sudo cartage backup /backups/before-upgrade', 'sudo cartage tenant list')
  for (const text of lines) {
    const { code, output } = await runLine(text, database.path)
    expect([text, code, output]).toEqual([text, 0, expect.any(String)])
    if (text.includes('tenant list')) expect(output).toContain('haulier')
  }
}, 120_000)

test('OPS-32: where there is no database, a command makes none and says how to reach that of the service', async () => {
  for (const text of ['tenant create haulier', 'backup /backups/none', 'migrate', 'work']) {
    const { code, output } = await runLine(`sudo cartage ${text}`, empty.path)
    expect([text, code]).toEqual([text, 1])
    expect(output).toContain(`There is no database in ${empty.path}`)
  }
}, 60_000)

test('OPS-33: a backup of an installation without an organisation fails', async () => {
  const fresh = await newDatabase()
  const { code, output } = await runLine('sudo cartage backup /backups/nothing', fresh.path)
  await fresh.remove()
  expect(code).toBe(1)
  expect(output).toContain('This installation has no organisation')
}, 60_000)
