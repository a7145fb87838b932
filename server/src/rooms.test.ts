import { endpoints } from '@cartage/contract'
import { appEndpoints } from '@cartage/contract/app/endpoints'
import type { Endpoint } from '@cartage/contract/endpoint'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { codeOf, importsOf, readSources, type Source, statementsOf, tablesWritten } from './testing/sources.ts'
import { startTestServer } from './testing/start-test-server.ts'
import { features, filesWithSql, forbiddenNames, outside, rooms, roomsWithSql, shared } from './testing/walls.ts'

const server = readSources('server/src', ['.ts'])
const contract = readSources('contract/src', ['.ts'])
const web = readSources('web/src', ['.ts', '.tsx', '.css'])
const beside = ['acceptance', 'seeds', 'scripts'].flatMap((folder) => readSources(folder, ['.ts']))
const migrations = readSources('server/migrations', ['.sql'])
const everything = [...server, ...contract, ...web, ...beside, ...migrations]

const isTest = (source: Source) => source.path.endsWith('.test.ts') || source.path.startsWith('server/src/testing/')
const product = server.filter((source) => !isTest(source))
const featureOf = (path: string) => features.find((name) => path.startsWith(`server/src/${name}/`))
const folderOf = (path: string) => /^server\/src\/([^/]+)\//.exec(path)?.[1]
const roomOf = (path: string) => rooms.find((room) => new RegExp(`[/.]${room}\\.ts$`).test(path))
const inFeatures = product.filter((source) => featureOf(source.path) !== undefined)

/** Fails with one line per fault, so that a broken wall names the file. */
function expectNone(faults: readonly string[]): void {
  expect(faults).toEqual([])
}

describe('rooms', () => {
  test('the folders of the server are the features, the shared folders, the command line and the harness', () => {
    const known: readonly string[] = [...features, ...shared, ...outside]
    const folders = new Set(server.map((source) => folderOf(source.path)).filter((name) => name !== undefined))
    expect(folders.size).toBeGreaterThan(5)
    expectNone([...folders].filter((name) => !known.includes(name)))
  })

  test('a feature folder holds only rooms and their tests, directly or in folders of one noun each', () => {
    const allowed = new RegExp(
      `^server/src/[a-z-]+/([a-z0-9-]+/)?([a-z0-9-]+\\.)?(${rooms.join('|')})(\\.[a-z0-9-]+)?\\.ts$`,
    )
    const files = server.filter((source) => featureOf(source.path) !== undefined)
    expectNone(files.filter((source) => !fits(source, allowed)).map((source) => source.path))
  })

  test('no file in a folder of one noun repeats the name of a folder it is in', () => {
    const repeats = /^server\/src\/(?:([a-z-]+)\/[a-z0-9-]+\/\1|[a-z-]+\/([a-z0-9-]+)\/\2)[.-][^/]*$/
    expectNone(server.filter(({ path }) => repeats.test(path)).map(({ path }) => path))
  })

  test('every file says in its name what is inside', () => {
    const files = everything.filter((source) => source.path !== 'contract/src/index.ts')
    expectNone(files.filter((source) => forbiddenNames.test(source.path)).map((source) => source.path))
  })

  test('no file is longer than 400 lines', () => {
    // The generated table types grow with the schema and nobody reads them from top to bottom.
    const long = everything.filter((source) => source.lines > 400 && source.path !== 'server/src/db/schema.ts')
    expectNone(long.map((source) => `${source.path}: ${source.lines} lines`))
  })

  test('a migration is called NNNN_noun_what.sql and the numbers have no gap', () => {
    const numbers = migrations.map((source) => Number(/\/(\d{4})_[a-z]+_[a-z_]+\.sql$/.exec(source.path)?.[1]))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })
})

function fits(source: Source, room: RegExp): boolean {
  if (source.path.endsWith('.test.ts')) return /\/[a-z0-9-]+(\.[a-z0-9-]+)*\.test\.ts$/.test(source.path)
  return room.test(source.path) && !/\.[a-z-]+\.[a-z-]+\.[a-z-]+\.ts$/.test(source.path)
}

describe('imports', () => {
  const imports = product.flatMap(importsOf)

  test('a feature imports itself, the features before it and the shared folders', () => {
    const upward = imports.filter(({ from, target }) => {
      const own = featureOf(from)
      const other = featureOf(target)
      return own !== undefined && other !== undefined && features.indexOf(other) > features.indexOf(own)
    })
    expectNone(upward.map(({ from, target }) => `${from} imports ${target}`))
  })

  test('the shared folders import no feature', () => {
    const knowing = imports.filter(
      ({ from, target }) => shared.some((name) => from.startsWith(`server/src/${name}/`)) && featureOf(target),
    )
    expectNone(knowing.map(({ from, target }) => `${from} imports ${target}`))
  })

  test('features and shared folders import neither the wiring nor the command line nor the harness', () => {
    const wiring = new RegExp(`^server/src/((app|cli)\\.ts$|(${outside.join('|')})/)`)
    const around: readonly string[] = outside
    const inside = imports.filter(({ from }) => folderOf(from) !== undefined && !around.includes(folderOf(from)!))
    expectNone(
      inside.filter(({ target }) => wiring.test(target)).map(({ from, target }) => `${from} imports ${target}`),
    )
  })

  test('no feature calls the routes or the jobs of another', () => {
    const calling = imports.filter(({ from, target }) => {
      const room = roomOf(target)
      return featureOf(target) !== featureOf(from) && featureOf(from) !== undefined && room === 'routes'
    })
    expectNone(calling.map(({ from, target }) => `${from} imports ${target}`))
  })

  test('rules are pure: no database, commands, jobs, store, context, clock or chance', () => {
    const rules = inFeatures.filter((source) => roomOf(source.path) === 'rules')
    expect(rules.length).toBeGreaterThan(0)
    const forbidden =
      /^server\/src\/(db|jobs|context|vault|net)\b|[/.](store|views|commands|jobs|gateway|routes|publish)\.ts$/
    const imported = rules.flatMap(importsOf).filter(({ target, isType }) => forbidden.test(target) && !isType)
    expectNone(imported.map(({ from, target }) => `${from} imports ${target}`))
    const impure = /\bnew Date\(\)|\bDate\.now\(|\bMath\.random\(|\brandomUUID\(|\bfetch\(|\bprocess\.env\b/
    expectNone(rules.filter((source) => impure.test(codeOf(source.text))).map((source) => source.path))
  })

  test('stores and views know no HTTP request and gateways no database', () => {
    const faults = inFeatures.flatMap(importsOf).filter(({ from, target, isType }) => {
      const room = roomOf(from)
      if (room === 'store' || room === 'views') return /^(fastify)$|http\/serve\.ts$|[/.]routes\.ts$/.test(target)
      return room === 'gateway' && /server\/src\/db\/|[/.](store|views)\.ts$/.test(target) && !isType
    })
    expectNone(faults.map(({ from, target }) => `${from} imports ${target}`))
  })

  test('the contract imports zod only, and web, acceptance and seeds import the contract only', () => {
    const outward = contract
      .filter((source) => !isTest(source))
      .flatMap(importsOf)
      .filter(({ target }) => target !== 'zod' && !target.startsWith('contract/'))
    expectNone(outward.map(({ from, target }) => `${from} imports ${target}`))
    const guests = [...web, ...beside.filter((source) => /^(acceptance|seeds)\//.test(source.path))]
    const inward = guests.flatMap(importsOf).filter(({ target }) => /^(server\/|@cartage\/server)/.test(target))
    expectNone(inward.map(({ from, target }) => `${from} imports ${target}`))
  })
})

describe('SQL', () => {
  const owners = new Map<string, string>()
  const tenantTables = new Set<string>()
  for (const { path, text } of migrations) {
    const noun = /\d{4}_([a-z]+)_/.exec(path)?.[1] ?? ''
    for (const [, table] of text.matchAll(/^create (?:unlogged )?table (?:if not exists )?([a-z_]+)/gim)) {
      owners.set(table!, noun)
    }
    for (const [, table] of text.matchAll(/own_by_tenant\('([a-z_]+)'\)/g)) tenantTables.add(table!)
  }

  test('lives in stores, views, db, jobs/ and the limiter', () => {
    const declares = /\bstatement\(|\bsql`|\b(insert\s+into|delete\s+from)\s+[a-z_]+\b|\bupdate\s+[a-z_]+\s+set\b/i
    const mayHold = (path: string) =>
      (roomsWithSql as readonly string[]).includes(roomOf(path) ?? '') ||
      /^server\/src\/(db|jobs|cli)\//.test(path) ||
      path in filesWithSql
    const faults = product.filter((source) => declares.test(codeOf(source.text)) && !mayHold(source.path))
    expectNone(faults.map((source) => source.path))
  })

  test('writes a table only in the feature whose migration made it', () => {
    expect(owners.size).toBeGreaterThan(10)
    const faults = product
      .filter((source) => !/^server\/src\/(db|cli)\//.test(source.path) && !(source.path in filesWithSql))
      .flatMap((source) =>
        tablesWritten(codeOf(source.text))
          .filter((table) => owners.has(table) && owners.get(table) !== folderOf(source.path))
          .map((table) => `${source.path} writes ${table} of ${owners.get(table)}`),
      )
    expectNone(faults)
  })

  test('in views only reads', () => {
    const views = inFeatures.filter((source) => roomOf(source.path) === 'views')
    const faults = views.flatMap((source) =>
      tablesWritten(codeOf(source.text))
        .filter((table) => owners.has(table))
        .map((table) => `${source.path} writes ${table}`),
    )
    expectNone(faults)
  })

  test('statements are called after the folder they live in', () => {
    const declared = product.flatMap((source) => statementsOf(source).map(({ name }) => ({ name, path: source.path })))
    expect(declared.length).toBeGreaterThan(20)
    const faults = declared.filter(({ name, path }) => name.split('.')[0] !== (folderOf(path) ?? 'db'))
    expectNone(faults.map(({ name, path }) => `${path}: ${name}`))
  })

  test('every statement that touches a tenant table names the tenant', () => {
    expect(tenantTables.size).toBeGreaterThan(10)
    const faults = inFeatures.flatMap((source) =>
      statementsOf(source)
        .filter(({ text }) => [...tenantTables].some((table) => new RegExp(`\\b${table}\\b`).test(text)))
        .filter(
          ({ text }) =>
            !/\btenant_id = \$1(?!\d)/.test(text) && !/insert\s+into[\s\S]*tenant_id[\s\S]*\$1(?!\d)/i.test(text),
        )
        .map(({ name }) => `${source.path}: ${name}`),
    )
    expectNone(faults)
  })
})

describe('house rules', () => {
  const ours = [...product, ...contract.filter((source) => !isTest(source))]

  test('no any, no default export, no console', () => {
    const faults = [...ours, ...web].flatMap((source) => {
      const code = codeOf(source.text)
      return [/\bas any\b/, /:\s*any\s*[,;)=\]|}]/, /:\s*any$/m, /<any>/, /^export default\b/m, /\bconsole\.\w+\(/]
        .filter((rule) => source.path.endsWith('.css') === false && rule.test(code))
        .map((rule) => `${source.path}: ${rule.source}`)
    })
    expectNone(faults)
  })

  test('every exported function of the server and the contract says what it does', () => {
    expectNone(ours.flatMap(undocumented))
  })

  test('nothing speaks of places outside the checkout', () => {
    const places = [
      ['', 'work', ''],
      ['', 'tmp', 'brief'],
      ['shared', 'reference'],
      ['shared', 'design'],
    ]
    const outside = new RegExp(places.map((parts) => parts.join('/')).join('|'))
    expectNone(everything.filter((source) => outside.test(source.text)).map((source) => source.path))
  })
})

function undocumented(source: Source): string[] {
  const lines = source.text.split('\n')
  const faults: string[] = []
  lines.forEach((line, index) => {
    const name = /^export (?:async )?function\*? (\w+)/.exec(line)?.[1]
    if (name === undefined) return
    const before = lines[index - 1] ?? ''
    const isOverload = new RegExp(`^export (async )?function ${name}\\b`).test(before) || /^\): .*[^{]$/.test(before)
    if (!before.trimEnd().endsWith('*/') && !isOverload) faults.push(`${source.path}:${index + 1} ${name}`)
  })
  return faults
}

describe('endpoints', async () => {
  const running = await startTestServer()
  afterAll(() => running.close())
  const declared: Endpoint[] = [...Object.values(endpoints), ...Object.values(appEndpoints)]

  test('every endpoint of the contract is served, and nothing else is', () => {
    const { served } = buildApp(running.ctx)
    expect([...served].sort()).toEqual(declared.map(({ id }) => id).sort())
  })

  test('every endpoint for sessions asks for a permission', () => {
    const open = declared.filter(({ auth, permission }) => auth === 'session' && permission === undefined)
    expectNone(open.map(({ id }) => id))
  })

  test('only these endpoints take a caller without credentials', () => {
    expect(declared.filter(({ auth }) => auth === 'none').map(({ id }) => id)).toEqual([
      'login',
      // Its address is signed, for one document and a while.
      'downloadSharedDocument',
      'readLink',
      'acceptLink',
      'askForReset',
    ])
  })
})
