// Writes the generated files: `npm run generate`. With --check it writes nothing and fails if one of them is outdated.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openEmbedded } from '../server/src/db/embedded/database.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { documentText } from '../server/src/operations/openapi.ts'
import { clientFiles } from './client-files/files.ts'
import { cityFiles } from './generate-cities.ts'
import { languageModules, readLanguages } from './languages.ts'
import { configurationPage, errorsPage, withoutScreenPage } from './reference-pages.ts'
import { rulePages } from './rules.ts'
import { schemaSql, schemaTypes } from './schema-dump.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Expected content of the generated files, by path. */
async function makeFiles(): Promise<Map<string, string>> {
  const files = new Map([
    ['docs/openapi.json', documentText()],
    ['docs/errors.md', errorsPage()],
    ['docs/configuration.md', configurationPage()],
    ['docs/operations-without-a-screen.md', withoutScreenPage()],
    ...languageModules(readLanguages()),
    ...rulePages(),
    ...cityFiles(),
    ...clientFiles(),
  ])
  await withSchema(async (client) => {
    files.set('server/src/db/schema.ts', await schemaTypes(client))
    files.set('docs/schema.sql', await schemaSql(client))
  })
  return files
}

/** Runs `work` on a temporary database with all migrations. */
async function withSchema(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cartage-generate-'))
  chmodSync(folder, 0o755)
  const embedded = await openEmbedded({ dataDir: folder, durable: false, log: () => {} })
  try {
    await migrate(embedded.connection)
    const client = new pg.Client(embedded.connection)
    await client.connect()
    await work(client).finally(() => client.end())
  } finally {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function read(path: string): string | undefined {
  const full = join(root, path)
  return existsSync(full) ? readFileSync(full, 'utf8') : undefined
}

const isCheck = process.argv.includes('--check')
const files = await makeFiles()
const stale = [...files].filter(([path, text]) => read(path) !== text).map(([path]) => path)
if (isCheck && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run npm run generate and commit what it writes.`)
  process.exitCode = 1
} else if (isCheck) {
  console.log(`${files.size} generated files are up to date.`)
} else {
  for (const path of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), files.get(path)!)
  }
  console.log(stale.length === 0 ? 'Everything was up to date.' : `Wrote ${stale.join(', ')}.`)
}
