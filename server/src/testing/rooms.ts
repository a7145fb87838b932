import { circlesOf } from '../../../scripts/circles.ts'
import { codeOf, importsOf, type Source, statementsOf, tablesWritten } from './sources.ts'
import {
  contractApps,
  contractFolders,
  features,
  filesWithSql,
  outside,
  rejectingRoutes,
  rooms,
  roomsWithSql,
  shared,
} from './walls.ts'

// The checks of rooms.test.ts. Each takes sources and returns one line per issue, so that planted-breaches.test.ts can
// show that each of them detects its violation.

/** Whether a source is a test or part of the harness. */
export const isTest = ({ path }: Source) => path.endsWith('.test.ts') || path.startsWith('server/src/testing/')

/** The feature a file of the server belongs to. */
export const featureOf = (path: string) => features.find((name) => path.startsWith(`server/src/${name}/`))

/** The first folder below `server/src`. */
export const folderOf = (path: string) => /^server\/src\/([^/]+)\//.exec(path)?.[1]

/** The room of a file, by its suffix. */
export const roomOf = (path: string) => rooms.find((room) => new RegExp(`[/.]${room}\\.ts$`).test(path))

const isOf = (...chosen: readonly (typeof rooms)[number][]) => {
  return ({ path }: Source) => featureOf(path) !== undefined && chosen.some((room) => roomOf(path) === room)
}

/** Imports of the given files that match `isForbidden`. */
function refused(
  sources: readonly Source[],
  isForbidden: (target: string, from: string) => unknown,
  withTypes = false,
): string[] {
  return sources
    .flatMap(importsOf)
    .filter(({ from, target, isType }) => (withTypes || !isType) && isForbidden(target, from))
    .map(({ from, target }) => `${from} imports ${target}`)
}

/** Files whose code matches a pattern. */
function containing(sources: readonly Source[], pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(codeOf(text))).map(({ path }) => path)
}

/** Files in a feature folder that are neither a room nor a test of one. */
export function misplacedFiles(server: readonly Source[]): string[] {
  const room = new RegExp(
    `^server/src/[a-z-]+/([a-z0-9-]+/)?([a-z0-9-]+\\.)?(${rooms.join('|')})(\\.[a-z0-9-]+)?\\.ts$`,
  )
  const test = /^server\/src\/[a-z-]+\/([a-z0-9-]+\/)?[a-z0-9-]+(\.[a-z0-9-]+)*\.test\.ts$/
  const fits = ({ path }: Source) =>
    path.endsWith('.test.ts') ? test.test(path) : room.test(path) && !/\.[a-z-]+\.[a-z-]+\.[a-z-]+\.ts$/.test(path)
  return server.filter((source) => featureOf(source.path) !== undefined && !fits(source)).map(({ path }) => path)
}

/** Imports of a later feature. */
export function upwardImports(product: readonly Source[]): string[] {
  return refused(
    product,
    (target, from) => {
      const [own, other] = [featureOf(from), featureOf(target)]
      return own !== undefined && other !== undefined && features.indexOf(other) > features.indexOf(own)
    },
    true,
  )
}

/** Imports of a feature by a shared folder, which must be independent of features. */
export function sharedKnowingFeatures(product: readonly Source[]): string[] {
  const isShared = ({ path }: Source) => shared.some((name) => path.startsWith(`server/src/${name}/`))
  return refused(product.filter(isShared), featureOf, true)
}

/** Imports of the wiring, the command line or the harness by lower layers. */
export function importsOfWiring(product: readonly Source[]): string[] {
  const wiring = new RegExp(`^server/src/((app|cli)\\.ts$|(${outside.join('|')})/)`)
  const isInside = ({ path }: Source) => {
    const folder = folderOf(path)
    return folder !== undefined && !(outside as readonly string[]).includes(folder)
  }
  return refused(product.filter(isInside), (target) => wiring.test(target), true)
}

/** Imports of another feature's routes. */
export function routesOfOthers(product: readonly Source[]): string[] {
  return refused(
    product.filter(({ path }) => featureOf(path) !== undefined),
    (target, from) => roomOf(target) === 'routes' && featureOf(target) !== featureOf(from),
    true,
  )
}

/** SQL outside the rooms and folders where it is allowed. */
export function strayedSql(product: readonly Source[]): string[] {
  const declares =
    /\bstatement\(|\bsql`|\b(insert\s+into|delete\s+from)\s+[a-z_]+\b|\bupdate\s+[a-z_]+\s+set\b|['"`\s(]select\s[^;'"`]*\bfrom\s+[a-z_]+\b/
  const mayHold = (path: string) =>
    (roomsWithSql as readonly string[]).includes(roomOf(path) ?? '') ||
    /^server\/src\/(db|jobs|cli)\//.test(path) ||
    path in filesWithSql
  return containing(
    product.filter(({ path }) => !mayHold(path)),
    declares,
  )
}

/**
 * Routes that query the database themselves or reject what only a rule may: every rejection but those of the request
 * itself (not found, invalid, not allowed) depends on a state, and that is decided in rules.
 */
export function decidingRoutes(product: readonly Source[]): string[] {
  const routes = product.filter(isOf('routes')).filter(({ path }) => !(path in rejectingRoutes))
  const ofRequest =
    'not_found|company_unknown|validation_failed|unauthenticated|role_missing|cursor_invalid|range_not_satisfiable'
  const deciding = new RegExp(
    `\\bnew Problem\\('(?!(${ofRequest}|unavailable|internal_error)')|\\btx\\.(query|rows|row)\\b`,
  )
  const publishing = refused(routes, (target) => /[/.]publish\.ts$/.test(target))
  return [...containing(routes, deciding), ...publishing]
}

/** Folders with more files than a newcomer can scan. */
export function crowdedFolders(product: readonly Source[], most: number): string[] {
  const folders = Map.groupBy(product, ({ path }) => path.slice(0, path.lastIndexOf('/')))
  return [...folders].filter(([, files]) => files.length > most).map(([folder]) => folder)
}

/** Models with more than types. */
export function actingModels(product: readonly Source[]): string[] {
  return containing(product.filter(isOf('model')), /^(export\s+)?(default|async|const|let|function|class|enum)\b/m)
}

/** Rules that access the database, the clock, randomness or external systems. */
export function impureRules(product: readonly Source[]): string[] {
  const rules = product.filter(isOf('rules', 'format', 'drawing'))
  const forbidden = [
    /^server\/src\/(db|jobs|context|vault|net|isolated)\b/,
    /[/.](store|views|commands|jobs|gateway|routes|publish)\.ts$/,
    /^(node:(fs|net|http|https|timers|child_process)(\/.*)?|fastify|undici|pg|kysely)$/,
  ]
  const clock = /\bnew Date\(\)|\bDate\.now\(|\bperformance\.now\(|\bprocess\.hrtime\b|\bset(Timeout|Interval)\(/
  const chance = /\bMath\.random\(|\brandom(UUID|Bytes|Int)\(/
  const outside = /\bfetch\(|\bprocess\.env\b/
  return [
    ...refused(rules, (target) => forbidden.some((one) => one.test(target))),
    ...containing(rules, new RegExp([clock, chance, outside].map(({ source }) => source).join('|'))),
  ]
}

/** Tables written by a feature other than the one whose migration created them. */
export function foreignWrites(product: readonly Source[], owners: ReadonlyMap<string, string>): string[] {
  return product
    .filter(({ path }) => !/^server\/src\/(db|cli)\//.test(path) && !(path in filesWithSql))
    .flatMap(({ path, text }) =>
      tablesWritten(codeOf(text))
        .filter((table) => owners.has(table) && owners.get(table) !== folderOf(path))
        .map((table) => `${path} writes ${table} of ${owners.get(table)}`),
    )
}

/** Views that write. */
export function writingViews(product: readonly Source[], tables: { has(table: string): boolean }): string[] {
  return product.filter(isOf('views')).flatMap(({ path, text }) =>
    tablesWritten(codeOf(text))
      .filter((table) => tables.has(table))
      .map((table) => `${path} writes ${table}`),
  )
}

/** Stores and views that depend on requests or on higher layers. */
export function storesAndViewsReachingUp(product: readonly Source[]): string[] {
  const found = product.filter(isOf('store', 'views'))
  return refused(
    found,
    (target) => requestModules.test(target) || /[/.](routes|commands|jobs|gateway)\.ts$/.test(target),
  )
}

// Modules about requests. The rest of http/ is shared by every room: problems, cursors, JSON, callers.
const requestModules =
  /^(fastify|@fastify\/.+)$|^server\/src\/http\/(serve|listen|multipart|sockets|rejections|secure|rate-limit|written)\.ts$/

/** Commands and jobs that depend on HTTP. */
export function commandsKnowingHttp(product: readonly Source[]): string[] {
  const found = product.filter(isOf('commands', 'jobs'))
  return refused(found, (target) => requestModules.test(target) || /[/.]routes\.ts$/.test(target), true)
}

/** Directory functions called outside jobs, where a failure with one tenant would stop the others (OPS-28). */
export function loopsOverTenants(product: readonly Source[]): string[] {
  return containing(
    product.filter(({ path }) => !/^server\/src\/(jobs|db)\//.test(path)),
    /tenants_with_/,
  )
}

/** Loops and handlers of queued work outside `jobs`. */
export function strayedLoops(product: readonly Source[]): string[] {
  const found = product.filter((source) => featureOf(source.path) !== undefined && roomOf(source.path) !== 'jobs')
  return containing(
    found,
    /^export (async )?function \w+\([^)]*(\): Loop\b|\bjob: Job<)|^export const \w+: JobHandler\b/m,
  )
}

/** Publishers that decide whether to publish: they read the database, or return nothing. */
export function decidingPublishers(product: readonly Source[]): string[] {
  const found = product.filter(isOf('publish'))
  const nothing = /^export (async )?function [^{]*\): (Promise<)?[^{]*\b(undefined|null)\b[^{]*\{$/m
  const reading = refused(found, (target) => /[/.](views|commands|jobs|gateway|routes)\.ts$/.test(target))
  return [...reading, ...containing(found, nothing)]
}

/** Gateways that access the database. */
export function gatewaysWithDatabase(product: readonly Source[]): string[] {
  const found = product.filter(isOf('gateway'))
  const transaction = refused(found, (target) => /^server\/src\/db\/tenant\.ts$/.test(target), true)
  return [...refused(found, (target) => /^server\/src\/db\/|[/.](store|views)\.ts$/.test(target)), ...transaction]
}

/** Names shared by two statements: in one process they would collide in PostgreSQL's cache of plans. */
export function sharedStatementNames(server: readonly Source[]): string[] {
  const texts = new Map<string, Set<string>>()
  for (const { name, text } of server.flatMap(statementsOf)) {
    texts.set(name, (texts.get(name) ?? new Set()).add(text.replace(/\s+/g, ' ')))
  }
  return [...texts].filter(([, { size }]) => size > 1).map(([name]) => name)
}

/** Statements not named after their folder. */
export function misnamedStatements(product: readonly Source[]): string[] {
  return product.flatMap((source) =>
    statementsOf(source)
      .filter(({ name }) => name.split('.')[0] !== (folderOf(source.path) ?? 'db'))
      .map(({ name }) => `${source.path}: ${name}`),
  )
}

/** Statements on tables of tenants that do not name the tenant. */
export function statementsWithoutTenant(product: readonly Source[], tenantTables: ReadonlySet<string>): string[] {
  return product
    .filter(({ path }) => featureOf(path) !== undefined)
    .flatMap((source) =>
      statementsOf(source)
        .filter(({ text }) => [...tenantTables].some((table) => new RegExp(`\\b${table}\\b`).test(text)))
        .filter(
          ({ text }) =>
            !/\btenant_id = \$1(?!\d)/.test(text) && !/insert\s+into[\s\S]*tenant_id[\s\S]*\$1(?!\d)/i.test(text),
        )
        .map(({ name }) => `${source.path}: ${name}`),
    )
}

/** Position of a contract file in the order of imports. Undefined for a folder missing in the lists. */
function heightInContract(path: string): number | undefined {
  const name = path.replace(/^contract\/src\//, '')
  if (/^(index|openapi)\.ts$/.test(name)) return 1_000
  if (!name.includes('/')) return 0
  const noun = name.split('/')[0]!
  if (noun === 'app') return 999
  const isApp = /^[a-z-]+\/app(\.ts$|\/)/.test(name)
  const place = (isApp ? (contractApps as readonly string[]) : contractFolders).indexOf(noun)
  return place < 0 ? undefined : place + (isApp ? 500 : 1)
}

/** Files of the contract in an unlisted folder, and imports of later folders. */
export function upwardInContract(contract: readonly Source[]): string[] {
  const product = contract.filter((source) => !isTest(source))
  const lost = product
    .filter(({ path }) => heightInContract(path) === undefined)
    .map(({ path }) => `${path} has no place`)
  const isUpward = (target: string, from: string) =>
    target.startsWith('contract/') && (heightInContract(target) ?? 0) > (heightInContract(from) ?? 0)
  return [...lost, ...refused(product, isUpward, true)]
}

/** Circular imports, those of types included: each circle in a line. */
export function circles(product: readonly Source[]): string[] {
  const next = new Map(product.map((source) => [source.path, importsOf(source).map(({ target }) => target)]))
  return circlesOf(next)
}

/**
 * Product code that overrides types, outside `db`, `http` and the harness, where the types of drivers and frameworks
 * end and each override is justified.
 */
export function overruledTypes(product: readonly Source[]): string[] {
  const mayOverrule = /^server\/src\/(db|http|testing)\/|^web\/e2e\/|\.test\.tsx?$/
  return containing(
    product.filter(({ path }) => !mayOverrule.test(path)),
    /\bas (never|unknown as)\b/,
  )
}

/**
 * Case folding of names in PostgreSQL: its lower() depends on the locale of the database, and the keys of names must
 * all be folded the same way (SEARCH-6).
 */
export function namesFoldedBySql(sources: readonly Source[]): string[] {
  const folded = /\b(?:lower|upper|initcap)\(\s*[\w.]*(?:name|city|town|label|country)\b/i
  return sources.filter(({ text }) => folded.test(text)).map(({ path }) => path)
}

/** Names of quantities limited by the law of driving and rest time, and the limits themselves in minutes or hours. */
const limitName =
  /(?:^|_|[a-z](?=[A-Z]))(?:rests?|breaks?|driv(?:e|es|ing|en)|shifts?|nights?|fortnight|duty|span)(?:$|_|(?=[A-Z]))/i
const limitValue =
  /^(?:4\.5|9|10|11|13|15|24|45|56|90|144|270|540|600|660|780|900|1_?440|2_?700|3_?360|5_?400)(?:\s*\*\s*(?:60|hours?|minutes?))?$/
const namedNumber = /\b([A-Za-z_]+)\s*(?:[:=<>]=?)\s*(\d[\d_.]*(?:\s*\*\s*\w+)?)(?=\s*(?:[,;)}\]\n]|$))/gm
/** Numbers that occur only in the law, regardless of the name. */
const lawItself = /(?<![\w.])(?:4\.5 \* (?:60|hour)|(?:9|11|45|56|90) \* (?:60|hour)\b|3_?360|5_?400)(?!\w)/

/** A limit read from a law object, whatever its name. */
const lawMember =
  'untilBreak|break|firstPart|secondPart|day|longStep\\w*|week|fortnight|period|rest|shortRests?|split\\w+|weeklyRest|shortWeeklyRests?|untilWeeklyRest'
/** Creates the driver state for the model from tachograph data (TACHO-9). */
const makersOfState = ['server/src/trips/hours/driven.rules.ts']

/** Limits that code reads from a law object for calculations. */
function limitsReadIn(code: string): string[] {
  const names = ['law', ...[...code.matchAll(/\b(\w+) = lawFor\(/g)].map(([, name]) => name!)]
  const read = new RegExp(`\\b(?:${names.join('|')}|lawFor\\([^()]*\\))\\??\\.(?:${lawMember})\\b`, 'g')
  return [...code.matchAll(read)].map(([whole]) => whole)
}

/**
 * Code outside the model that has numbers of the law of driving and rest time, or reads its limits (HOURS-1). It should
 * ask the model, or use its exports.
 */
export function secondOwnersOfHours(sources: readonly Source[]): string[] {
  const others = sources.filter(({ path }) => !path.startsWith('server/src/trips/hours/'))
  return others.flatMap(({ path, text }) => {
    const code = codeOf(text).replace(/'[^'\n]*'|`[^`]*`/g, "''")
    const named = [...code.matchAll(namedNumber)].filter(([, name, value]) => {
      return limitName.test(name!) && !/(?:Ms|Seconds)$/.test(name!) && limitValue.test(value!)
    })
    const faults = named.map(([whole]) => `${path}: ${whole}`)
    const bare = lawItself.exec(code)
    if (bare) faults.push(`${path}: ${bare[0]}`)
    if (/\bregulation(?:ForTwo)?\b/.test(code)) faults.push(`${path}: takes the regulation apart`)
    if (!makersOfState.includes(path)) faults.push(...limitsReadIn(code).map((read) => `${path}: ${read}`))
    return faults
  })
}

/** Owners of lateness and windows (TIME-4, TIME-7), in TypeScript and in SQL. */
const ownersOfLateness = [
  'contract/src/orders/early-delivery.ts',
  'contract/src/orders/app/lateness.ts',
  'server/src/orders/stops/punctuality.views.ts',
  'server/src/orders/stops/window.rules.ts',
]
/** Subtraction or comparison of an expected arrival or the end of a window. */
const lateByItself =
  /\b(?:eta_start_at|asked_to)\b[)!]*\s+[-<>]=?\s|\s[-<>]=?\s+(?:Date\.parse\()?[\w.!${}]*\b(?:eta_start_at|asked_to)\b/
/** Comparison of a window time, or its conversion to an instant. */
const windowByItself =
  /\bwindow_(?:start|end)\b[^\n]*\s[<>]=?\s|\s[<>]=?\s[^\n]*\bwindow_(?:start|end)\b|\b(?:firstInstantOf|instantOf|startOf)\((?:dateAfter\()?[\w.!]*(?:requested_date|pickup_on|delivery_on)/
/** Clock texts that are compared, or counted in minutes, without a time zone. */
const clocksByThemselves =
  /\bminutesOf\([\w.?!]*(?:start_time|end_time|pickup_from|delivery_from)|\bminuteOf\([^)\n]*\)\s[<>]=?\sminuteOf\(/
/** The only reader of two clock texts of one place: whether a window ends on the next day. */
const readerOfClocks = 'contract/src/reading/time.ts'

/** A second owner of lateness, or of the arithmetic of windows (TIME-4, TIME-7). */
export function secondOwnersOfLateness(sources: readonly Source[]): string[] {
  const others = sources.filter(({ path }) => !ownersOfLateness.includes(path))
  const readers = others.filter(({ path }) => path !== readerOfClocks)
  const compared = [lateByItself, windowByItself].flatMap((rule) => containing(others, rule))
  return [...compared, ...containing(readers, clocksByThemselves)]
}
