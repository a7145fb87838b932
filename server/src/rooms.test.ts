import { endpoints } from '@cartage/contract'
import { appEndpoints } from '@cartage/contract/app/endpoints'
import type { Endpoint } from '@cartage/contract/endpoint'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import * as check from './testing/rooms.ts'
import { codeOf, importsOf, readSources, type Source, statementsOf } from './testing/sources.ts'
import { startTestServer } from './testing/start-test-server.ts'
import { features, forbiddenNames, mostFiles, outside, shared } from './testing/walls.ts'

const server = readSources('server/src', ['.ts'])
const contract = readSources('contract/src', ['.ts'])
const web = readSources('web/src', ['.ts', '.tsx', '.css'])
const client = readSources('client/src', ['.ts'])
const otherSources = ['acceptance', 'seeds', 'scripts'].flatMap((folder) => readSources(folder, ['.ts']))
const migrations = readSources('server/migrations', ['.sql'])
const everything = [...server, ...contract, ...web, ...client, ...otherSources, ...migrations]

const { featureOf, folderOf, isTest, roomOf } = check
const product = server.filter((source) => !isTest(source))
const inFeatures = product.filter((source) => featureOf(source.path) !== undefined)

/** Fails with one line per violation, which names the file. */
function expectNone(faults: readonly string[]): void {
  expect(faults).toEqual([])
}

test('each advisory lock has a unique number', () => {
  const numbers = product.flatMap(({ text }) => text.match(/\b7_240_110_\d{3}\b/g) ?? [])
  expect(numbers.length).toBeGreaterThan(2)
  expect(new Set(numbers).size).toBe(numbers.length)
})

describe('rooms', () => {
  test('the folders of the server are the features, the shared folders, the command line and the harness', () => {
    const known: readonly string[] = [...features, ...shared, ...outside]
    const folders = new Set(server.map((source) => folderOf(source.path)).filter((name) => name !== undefined))
    expect(folders.size).toBeGreaterThan(5)
    expectNone([...folders].filter((name) => !known.includes(name)))
  })

  test('a feature folder contains only rooms and their tests, directly or in folders of one noun each', () => {
    expectNone(check.misplacedFiles(server))
  })

  test('no file in a folder of one noun repeats the name of a parent folder', () => {
    const repeats = /^server\/src\/(?:([a-z-]+)\/[a-z0-9-]+\/\1|[a-z-]+\/([a-z0-9-]+)\/\2)[.-][^/]*$/
    expectNone(product.filter(({ path }) => repeats.test(path)).map(({ path }) => path))
  })

  test('every file name shows its content', () => {
    const files = everything.filter((source) => !/^(contract|client)\/src\/index\.ts$/.test(source.path))
    expectNone(files.filter((source) => forbiddenNames.test(source.path)).map((source) => source.path))
  })

  test('a folder contains few enough files for a newcomer to scan', () => {
    expectNone(check.crowdedFolders([...product, ...contract.filter((source) => !isTest(source))], mostFiles))
  })

  test('no file is longer than 400 lines', () => {
    // Generated types grow with the schema and the interface, and are not read as a whole.
    const isGenerated = /^(server\/src\/db\/schema\.ts|client\/src\/generated\/.*)$/
    const long = everything.filter((source) => source.lines > 400 && !isGenerated.test(source.path))
    expectNone(long.map((source) => `${source.path}: ${source.lines} lines`))
  })

  test('a migration is called NNNN_noun_what.sql and the numbers have no gap', () => {
    const numbers = migrations.map((source) => Number(/\/(\d{4})_[a-z]+_[a-z_]+\.sql$/.exec(source.path)?.[1]))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })
})

describe('imports', () => {
  test('the published contract comes before the endpoints of our application, and each folder imports only earlier ones', () => {
    expectNone(check.upwardInContract(contract))
  })

  test('no files of the server or the contract import each other in a circle', () => {
    expectNone(check.circles([...product, ...contract.filter((source) => !isTest(source))]))
  })

  test('a feature imports itself, the features before it and the shared folders', () => {
    expectNone(check.upwardImports(product))
  })

  test('the shared folders import no feature', () => {
    expectNone(check.sharedKnowingFeatures(product))
  })

  test('features and shared folders import neither the wiring nor the command line nor the test harness', () => {
    expectNone(check.importsOfWiring(product))
  })

  test('no feature calls the routes of another', () => {
    expectNone(check.routesOfOthers(product))
  })

  test('routes refuse only errors of the request itself; other decisions are in rules', () => {
    expectNone(check.decidingRoutes(product))
  })

  test('a model has types only', () => {
    expectNone(check.actingModels(product))
  })

  test('rules are pure: no database, commands, jobs, store, context, clock or chance', () => {
    expect(inFeatures.some((source) => roomOf(source.path) === 'rules')).toBe(true)
    expectNone(check.impureRules(product))
  })

  test('stores and views have no HTTP request and call nothing that is built on them', () => {
    expectNone(check.storesAndViewsReachingUp(product))
  })

  test('commands and jobs have no HTTP request', () => {
    expectNone(check.commandsKnowingHttp(product))
  })

  test('loops and handlers of queued work are in jobs', () => {
    expectNone(check.strayedLoops(product))
  })

  test('publish decides nothing: it reads no database and always returns a payload', () => {
    expectNone(check.decidingPublishers(product))
  })

  test('gateways reach no database', () => {
    expectNone(check.gatewaysWithDatabase(product))
  })

  test('the contract imports zod only, and web, acceptance and seeds import the contract only', () => {
    const outward = contract
      .filter((source) => !isTest(source))
      .flatMap(importsOf)
      .filter(({ target }) => target !== 'zod' && !target.startsWith('contract/'))
    expectNone(outward.map(({ from, target }) => `${from} imports ${target}`))
    const guests = [...web, ...otherSources.filter((source) => /^(acceptance|seeds)\//.test(source.path))]
    // HOURS-1: sample plans keep to the limits of the model, which are plain numbers.
    const bounds = 'server/src/trips/hours/bounds.rules.ts'
    const inward = guests
      .flatMap(importsOf)
      .filter(({ from, target }) => !(from.startsWith('seeds/') && target === bounds))
      .filter(({ target }) => /^(server\/|@cartage\/server)/.test(target))
    expectNone(inward.map(({ from, target }) => `${from} imports ${target}`))
  })

  test('CLIENT-34: the package of the client imports only itself, so that it can be packed alone', () => {
    const own = client.filter((source) => !isTest(source))
    expect(own.length).toBeGreaterThan(8)
    const outward = own.flatMap(importsOf).filter(({ target }) => !target.startsWith('client/src/'))
    expectNone(outward.map(({ from, target }) => `${from} imports ${target}`))
    expectNone(check.circles(own.filter(({ path }) => !path.includes('/generated/'))))
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

  test('is only in stores, views, db, jobs/ and the limiter', () => {
    expectNone(check.strayedSql(product))
  })

  test('only loops over tenants query which tenants have work (OPS-28)', () => {
    expectNone(check.loopsOverTenants(product))
  })

  test('writes a table only in the feature whose migration created it', () => {
    expect(owners.size).toBeGreaterThan(10)
    expectNone(check.foreignWrites(product, owners))
  })

  test('SEARCH-6: never folds a name: all keys are folded in one way', () => {
    expectNone(check.namesFoldedBySql(product))
  })

  test('in views only reads', () => {
    expectNone(check.writingViews(product, owners))
  })

  test('statements are named after their folder', () => {
    expect(product.flatMap(statementsOf).length).toBeGreaterThan(20)
    expectNone(check.misnamedStatements(product))
  })

  test('statements have unique names, including those of tests', () => {
    const breaches = ({ path }: Source) => path.endsWith('planted-breaches.test.ts')
    expectNone(check.sharedStatementNames(server.filter((source) => !breaches(source))))
  })

  test('every statement on a tenant table includes the tenant', () => {
    expect(tenantTables.size).toBeGreaterThan(10)
    expectNone(check.statementsWithoutTenant(product, tenantTables))
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

  test('casts are limited to places where types of drivers and frameworks end: db, http and the test harness', () => {
    expectNone(check.overruledTypes([...server, ...contract, ...web, ...otherSources]))
  })

  test('every exported function of the server and the contract has a comment', () => {
    expectNone(ours.flatMap(undocumented))
  })

  test('TIME-3: the day of an instant comes only from the calendar, todayOf or the local time', () => {
    // A truncated instant is a day in UTC, which is yesterday or tomorrow for people elsewhere.
    const cut =
      /toISOString\(\)\s*\.slice\(0, ?(10|7)\)|(_at|[Nn]ow|[Ii]nstant)!?\.slice\(0, ?10\)|\bcurrent_date\b|\bcurrent_timestamp::date\b/i
    const sources = [...ours, ...web.filter((source) => !/\.test\.tsx?$/.test(source.path))]
    const faults = sources.filter(
      ({ path, text }) => cut.test(codeOf(text)) && path !== 'contract/src/reading/calendar.ts',
    )
    expectNone(faults.map(({ path }) => path))
    const days = /now\(\) at time zone \w+\.time_zone/
    const owners = product.filter(({ text }) => days.test(text)).map(({ path }) => path)
    expect(owners).toEqual(['server/src/tenants/today.views.ts'])
  })

  test('HOURS-1: the limits of driving and rest time are in their model only', () => {
    const shown = web.filter(({ path }) => !/\.test\.tsx?$|\.css$/.test(path))
    const seeds = otherSources.filter(({ path }) => path.startsWith('seeds/'))
    expectNone(check.secondOwnersOfHours([...ours, ...shown, ...seeds]))
  })

  test('TIME-7: lateness and window ends are decided in one place; no other code compares these times', () => {
    const shown = web.filter(({ path }) => !/\.test\.tsx?$|\.css$/.test(path))
    expectNone(check.secondOwnersOfLateness([...ours, ...shown]))
  })

  test('tests wait with expect.poll, or waitFor of the pages: those of vi wait for only a second', () => {
    expectNone(everything.filter(({ text }) => /\bvi\.wait(For|Until)\(/.test(text)).map(({ path }) => path))
  })

  test('no test replaces a module: files share the modules loaded by a worker, and the first of them would decide', () => {
    expectNone(everything.filter(({ text }) => /\bvi\.(do)?mock\(/i.test(text)).map(({ path }) => path))
  })

  test('no text refers to places outside the repository', () => {
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

  test('every endpoint for sessions requires a permission', () => {
    const open = declared.filter(({ auth, permission }) => auth === 'session' && permission === undefined)
    expectNone(open.map(({ id }) => id))
  })

  test('only these endpoints accept a caller without credentials', () => {
    const open = declared.filter(({ auth }) => auth === 'none').map(({ id }) => id)
    const known = [
      'login',
      // Roads reveal nothing about a tenant, and link pages draw maps too.
      'getMapTiles',
      // A passkey sign-in has no session yet.
      'getSignInWays',
      'beginPasskeySignIn',
      'signInWithPasskey',
      // Its URL is signed, for one document and a limited time.
      'downloadSharedDocument',
      'readLink',
      'acceptLink',
      'askForReset',
      // A provider sign-in has no session yet.
      'findProviders',
      'openProvider',
      'takeProviderAnswer',
      'confirmProviderSignIn',
      // Its token belongs to one connection and is checked by the handler.
      'reportTraccarPosition',
    ]
    expect(open.sort()).toEqual(known.sort())
  })
})
