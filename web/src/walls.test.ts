import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { type ESTree, parseSync } from 'vite'
import { expect, test } from 'vitest'
import { circlesOf } from '../../scripts/circles.ts'
import { testedThrough } from '../tested-through.ts'
import {
  apart,
  folders,
  harness,
  importedOnlyBy,
  type Kind,
  kinds,
  longFunctions,
  mostFiles,
  mostLines,
  silentKinds,
  testedFolders,
  testedKinds,
  uiFolders,
} from '../walls.ts'

/** A file of the application, by its path below `web/src`. */
interface Source {
  path: string
  text: string
}

interface Import {
  from: string
  to: string
  /** A type import, erased before anything runs. */
  isType: boolean
  /** A dynamic import. */
  isLate: boolean
}

const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : undefined)

const sources: Source[] = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.tsx?$|\.d\.ts$/.test(path) && folderOf(path) !== harness)
  .map((path) => ({ path, text: readFileSync(join(import.meta.dirname, path), 'utf8') }))

const tests: Source[] = globSync('**/*.test.tsx', { cwd: import.meta.dirname })
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => ({ path, text: readFileSync(join(import.meta.dirname, path), 'utf8') }))

const importLine = /^(?:import|export)\s+(type\s+)?(?:([^'"`;]*?)\s*\bfrom\s+)?'(\.[^']+)'/gm
const lateImport = /\bimport\(\s*'(\.[^']+)'\s*\)/g

function importsOf({ path, text }: Source): Import[] {
  const target = (name: string) => normalize(join(dirname(path), name))
  const atOnce = [...text.matchAll(importLine)].map(([, type, names, name]) => ({
    from: path,
    to: target(name!),
    isType: type !== undefined || onlyTypes(names),
    isLate: false,
  }))
  const late = [...text.matchAll(lateImport)].map(([, name]) => ({
    from: path,
    to: target(name!),
    isType: false,
    isLate: true,
  }))
  return [...atOnce, ...late].filter(({ to }) => /\.tsx?$/.test(to))
}

/** `{ type One, type Other }` */
function onlyTypes(names: string | undefined): boolean {
  const inside = /^\{([^}]*)\}$/.exec(names?.trim() ?? '')?.[1]
  const each = (inside ?? '').split(',').filter((name) => name.trim() !== '')
  return each.length > 0 && each.every((name) => /^\s*type\s/.test(name))
}

const kindOf = (path: string) => /(?:^|[/.])([a-z]+)\.tsx?$/.exec(path)?.[1] as Kind | undefined
const isKind = (name: string | undefined): name is Kind => name !== undefined && Object.hasOwn(kinds, name)
const lineOf = ({ from, to }: Import) => `${from} imports ${to}`

function unknownFolders(given: readonly Source[]): string[] {
  const known: readonly string[] = [...folders, ...apart]
  return [...new Set(given.map(({ path }) => folderOf(path)))].filter(
    (name) => name !== undefined && !known.includes(name),
  ) as string[]
}

/** Imports from a later folder, at any ordered level, including dynamic and type imports. */
function upward(given: readonly Source[]): string[] {
  const order: readonly (string | undefined)[] = folders
  const place = (path: string) => order.indexOf(folderOf(path))
  const placeInUi = (path: string) => uiFolders.findIndex((name) => path.startsWith(`ui/${name}/`))
  const isUpward = ({ from, to }: Import) => {
    // The router and the entry point may import everything.
    if (folderOf(from) === undefined || (apart as readonly string[]).includes(folderOf(from)!)) return false
    if (place(to) !== place(from)) return place(to) > place(from) || place(to) < 0
    return folderOf(from) === 'ui' && placeInUi(to) > placeInUi(from)
  }
  return given.flatMap(importsOf).filter(isUpward).map(lineOf)
}

/** Circular imports between files, those of types included: each circle in one line. */
function circles(given: readonly Source[]): string[] {
  const next = new Map(given.map((source) => [source.path, importsOf(source).map(({ to }) => to)]))
  return circlesOf(next)
}

/**
 * Files that send commands with TanStack Query's own `mutate`: its callbacks are lost when the component unmounts or a
 * later command is sent. `api/use-mutation.ts` loses none.
 */
function losingMutations(given: readonly Source[]): string[] {
  return given.flatMap(({ path, text }) => {
    const names = [...text.matchAll(/^import\s*\{([^}]*)\}\s*from '@tanstack\/react-query'/gm)].map(([, list]) => list)
    const isLosing = names.some((list) => /\b(useMutation|MutationObserver)\b/.test(list!))
    return isLosing && path !== 'api/use-mutation.ts' ? [path] : []
  })
}

/** Lazy dialogs that must not get the keys typed meanwhile, with the reason. */
const withoutKeys: Readonly<Record<string, string>> = {
  'session/other-session.tsx: OtherSessionDialog': 'keys typed for the former session do nothing in the next one',
}

/** Dialogs loaded on first use outside `LateDialog`, which would lose the keys typed meanwhile, as `path: name`. */
function losingDialogs(given: readonly Source[]): string[] {
  return given.flatMap(({ path, text }) => {
    const lazies = [...text.matchAll(/^const (\w+) = lazy\(async \(\) => \(\{[^'`]*'[^']*\.dialog\.tsx'/gm)]
    return lazies
      .map(([, name]) => name!)
      .filter((name) => {
        const shown = [...text.matchAll(new RegExp(`<${name}\\b`, 'g'))]
        return shown.some(({ index }) => {
          const around = text
            .slice(0, index)
            .match(/<\/?(?:LateDialog|Suspense)\b/g)
            ?.at(-1)
          return around !== '<LateDialog'
        })
      })
      .map((name) => `${path}: ${name}`)
  })
}

/** Files with an unknown kind suffix, or one that does not fit their type. */
function strangeKinds(given: readonly Source[]): string[] {
  return given.flatMap(({ path }) => {
    const ending = /\.([\w-]+)\.tsx?$/.exec(path)?.[1]
    return ending !== undefined && !isKind(ending) ? [path] : []
  })
}

/** Imports of a kind by one that may not import it. */
function misplacedImports(given: readonly Source[]): string[] {
  const isMisplaced = ({ from, to, isType }: Import) => {
    const [own, other] = [kindOf(from), kindOf(to)]
    if (isType || folderOf(from) === undefined || !isKind(other)) return false
    if (isKind(own) && silentKinds.includes(own)) return !silentKinds.includes(other)
    const users = importedOnlyBy[other]
    return users !== undefined && !(isKind(own) && users.includes(own))
  }
  return given.flatMap(importsOf).filter(isMisplaced).map(lineOf)
}

/** Folders with more files than a newcomer can scan. */
function fullFolders(given: readonly Source[]): string[] {
  const perFolder = Map.groupBy(given, ({ path }) => dirname(path))
  return [...perFolder].filter(([, files]) => files.length > mostFiles).map(([folder]) => folder)
}

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && typeof (value as ESTree.Node).type === 'string'

/** Functions longer than a screen, as `path: name`. */
function tallFunctions({ path, text }: Source): string[] {
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const found: string[] = []
  function walk(node: ESTree.Node, name: string) {
    const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
    const own = 'id' in node && isNode(node.id) && node.id.type === 'Identifier' ? node.id.name : name
    if (isFunction && lineOf(node.end) - lineOf(node.start) + 1 > mostLines) found.push(`${path}: ${own}`)
    // A nested function is listed under its own name, or under that of its container.
    for (const part of Object.values(node).flat()) if (isNode(part)) walk(part, own)
  }
  walk(parseSync(path, text).program, '')
  return [...new Set(found)]
}

/** Components that must be tested in process, but are neither imported nor opened by a test. */
function untested(given: readonly Source[], tests: readonly Source[], through: Readonly<Record<string, string>>) {
  const imported = new Set(tests.flatMap(importsOf).map(({ to }) => to))
  const paths = new Set(tests.map(({ path }) => path))
  const isHeld = (path: string) => {
    const [folder, kind] = [folderOf(path), kindOf(path)]
    if (!(testedFolders as readonly (string | undefined)[]).includes(folder) || !path.endsWith('.tsx')) return false
    return folder === 'ui' || (isKind(kind) && testedKinds.includes(kind))
  }
  return given
    .map(({ path }) => path)
    .filter((path) => isHeld(path) && !imported.has(path) && !paths.has(through[path] ?? ''))
}

test('the folders of the application match the list', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(unknownFolders(sources)).toEqual([])
  expect(folders.filter((name) => !sources.some(({ path }) => folderOf(path) === name))).toEqual([])
})

test('ARCHITECTURE.md lists the folders of the application in the same order', () => {
  const text = readFileSync(join(import.meta.dirname, '../../ARCHITECTURE.md'), 'utf8')
  const table = text.slice(text.indexOf('A folder imports itself'), text.indexOf('The name of a file ends in its kind'))
  const listed = [...table.matchAll(/^\| `([a-z ]+)`/gm)].flatMap(([, names]) => names!.split(' '))
  expect(listed).toEqual([...folders])
})

test('a folder imports itself and the folders before it', () => {
  expect(upward(sources)).toEqual([])
})

test('no files of the application import each other in a circle', () => {
  expect(circles(sources)).toEqual([])
})

test('the result of a command is not lost with the part of the page that sent it', () => {
  expect(losingMutations(sources)).toEqual([])
})

test('a file name ends in one of the kinds', () => {
  expect(strangeKinds(sources)).toEqual([])
  const used = new Set(sources.map(({ path }) => kindOf(path)))
  expect(Object.keys(kinds).filter((kind) => !used.has(kind as Kind))).toEqual([])
})

test('pages and tabs are part of nothing else, and modules that read or write show nothing', () => {
  expect(misplacedImports(sources)).toEqual([])
})

test('a folder contains few enough files to scan', () => {
  expect(fullFolders(sources)).toEqual([])
})

test('pages are loaded by lazyPage, which handles an unreachable server', () => {
  const others = sources.filter(
    ({ path, text }) => path !== 'shell/lazy-page.ts' && text.includes('lazyRouteComponent'),
  )
  expect(others.map(({ path }) => path)).toEqual([])
})

test('a dialog that is loaded on first use gets the keys that are typed meanwhile', () => {
  const losing = losingDialogs(sources)
  expect(losing.filter((name) => withoutKeys[name] === undefined)).toEqual([])
  expect(Object.keys(withoutKeys).filter((name) => !losing.includes(name))).toEqual([])
})

test('a function fits on a screen', () => {
  const tall = sources.flatMap(tallFunctions)
  expect(tall.filter((name) => longFunctions[name] === undefined)).toEqual([])
  expect(Object.keys(longFunctions).filter((name) => !tall.includes(name))).toEqual([])
})

test('every form, table, panel and dialog, and every component of ui, has a test in process', () => {
  expect(untested(sources, tests, testedThrough)).toEqual([])
  expect(Object.keys(testedThrough).filter((path) => !sources.some((one) => one.path === path))).toEqual([])
})

const file = (path: string, text = '') => ({ path, text })

test('a folder that is not in the list is refused', () => {
  expect(unknownFolders([file('orders/list.page.tsx'), file('things/list.page.tsx'), file('router.tsx')])).toEqual([
    'things',
  ])
})

test.each([
  ['a noun imports a later one', 'trips/facts.tsx', `import { A } from '../orders/load.ts'`],
  ['a type of a later noun', 'trips/facts.tsx', `import type { A } from '../orders/load.ts'`],
  ['a late import', 'companies/company.page.tsx', `const a = () => import('../orders/order.page.tsx')`],
  ['an import over several lines', 'ui/button.tsx', `import {\n  call,\n} from '../api/call.ts'`],
  ['a part of ui that comes later', 'ui/form/field.tsx', `import { A } from '../table/pages.ts'`],
  ['a part of ui from what lies before all', 'ui/button.tsx', `import { A } from './form/field.tsx'`],
  ['the harness', 'start/start.page.tsx', `import { sessionOf } from '../testing/session.ts'`],
  ['the table of contents', 'start/start.page.tsx', `import { makeRouter } from '../router.tsx'`],
])('an upward import is refused: %s', (_, path, text) => {
  expect(upward([file(path, text)])).toHaveLength(1)
})

test('an import of an earlier folder is allowed, and the table of contents imports every folder', () => {
  const text = `import { A } from '../trips/labels.tsx'\nimport { B } from './load.ts'\nimport { C } from 'react'`
  expect(
    upward([file('orders/list.page.tsx', text), file('router.tsx', `import { a } from './start/routes.ts'`)]),
  ).toEqual([])
})

test('a circular import is refused, also a dynamic one and one of types', () => {
  const one = file('orders/one.ts', `import { b } from './two.ts'`)
  expect(circles([one, file('orders/two.ts', `import { a } from './one.ts'`)])).toEqual([
    'orders/one.ts - orders/two.ts',
  ])
  expect(circles([one, file('orders/two.ts', `const a = () => import('./one.ts')`)])).toHaveLength(1)
  expect(circles([one, file('orders/two.ts', `import type { A } from './one.ts'`)])).toHaveLength(1)
  expect(circles([one, file('orders/two.ts', `import { c } from './three.ts'`)])).toEqual([])
})

test('a file with an unknown ending is refused', () => {
  expect(
    strangeKinds([file('orders/list.page.tsx'), file('orders/queries.ts'), file('orders/list.screen.tsx')]),
  ).toEqual(['orders/list.screen.tsx'])
})

test.each([
  ['a part imports a page', 'orders/peek.panel.tsx', `import { A } from './order.page.tsx'`],
  ['a page imports routes', 'orders/list.page.tsx', `import { ordersRoute } from './routes.ts'`],
  ['a list imports a tab', 'orders/stops.list.tsx', `import { A } from './tabs/goods.tab.tsx'`],
  ['queries import a dialog', 'orders/queries.ts', `import { A } from './hold.dialog.tsx'`],
  ['labels import columns', 'trips/labels.tsx', `import { A } from './list.columns.tsx'`],
])('an import across kinds is refused: %s', (_, path, text) => {
  expect(misplacedImports([file(path, text)])).toHaveLength(1)
})

test('routes load pages, pages load tabs, and the entry may import any kind', () => {
  const given = [
    file('orders/routes.ts', `import('./list.page.tsx')\nimport { shellRoute } from '../shell/routes.tsx'`),
    file('orders/order.page.tsx', `import('./tabs/goods.tab.tsx')\nimport { a } from './queries.ts'`),
    file('orders/queries.ts', `import type { A } from './address.ts'\nimport { a } from '../records/order.labels.tsx'`),
    file('router.tsx', `import { FailurePage } from './shell/failure.page.tsx'`),
  ]
  expect(misplacedImports(given)).toEqual([])
})

test('a command whose result can be lost is refused', () => {
  const by = (from: string, name: string) =>
    losingMutations([file('orders/queries.ts', `import { ${name} } from '${from}'`)])
  expect(by('@tanstack/react-query', 'useMutation, useQueryClient')).toEqual(['orders/queries.ts'])
  expect(by('@tanstack/react-query', 'useMutation as send')).toEqual(['orders/queries.ts'])
  expect(by('@tanstack/react-query', 'useQuery')).toEqual([])
  expect(by('../api/use-mutation.ts', 'useMutation')).toEqual([])
})

test('a dialog that would lose keys is refused', () => {
  const late = "const HoldDialog = lazy(async () => ({ default: (await import('./hold.dialog.tsx')).HoldDialog }))\n"
  const losing = (shown: string) => losingDialogs([file('orders/actions.tsx', late + shown)])
  expect(losing('<LateDialog>{isOpen && <HoldDialog />}</LateDialog>')).toEqual([])
  expect(losing('<Suspense><HoldDialog /></Suspense>')).toEqual(['orders/actions.tsx: HoldDialog'])
  expect(losing('<LateDialog></LateDialog><HoldDialog />')).toEqual(['orders/actions.tsx: HoldDialog'])
  expect(losing('<HoldDialog />')).toEqual(['orders/actions.tsx: HoldDialog'])
})

test('a folder with too many files to scan is reported', () => {
  const many = Array.from({ length: mostFiles + 1 }, (_, at) => file(`orders/part-${at}.tsx`))
  expect(fullFolders(many)).toEqual(['orders'])
})

test('a function that is too long is refused, in any syntax', () => {
  const lines = (count: number) => '\n'.repeat(count - 1)
  const tall = (text: string) => tallFunctions(file('orders/load.tsx', text))
  expect(tall(`export function Load() {${lines(mostLines)}}`)).toEqual([])
  expect(tall(`export function Load() {${lines(mostLines + 1)}}`)).toEqual(['orders/load.tsx: Load'])
  expect(tall(`const load = () => {${lines(mostLines + 1)}}`)).toEqual(['orders/load.tsx: load'])
  expect(tall(`class Load {\n  read() {${lines(mostLines + 1)}}\n}`)).toHaveLength(1)
})

test('a part without a test in process is refused', () => {
  const through = { 'users/list.page.tsx': 'users/list.page.test.tsx' }
  const parts = [
    file('users/user.dialog.tsx'),
    file('users/list.page.tsx'),
    file('users/queries.ts'),
    file('ui/new.tsx'),
  ]
  const page = file('users/list.page.test.tsx', `import { usersRoute } from './routes.ts'`)
  expect(untested(parts, [], through)).toEqual(['users/user.dialog.tsx', 'users/list.page.tsx', 'ui/new.tsx'])
  expect(untested(parts, [page], through)).toEqual(['users/user.dialog.tsx', 'ui/new.tsx'])
  const both = `import { New } from '../ui/new.tsx'\nimport { UserDialog } from './user.dialog.tsx'`
  expect(untested(parts, [page, file('users/user.dialog.test.tsx', both)], through)).toEqual([])
})

const iconsLine = /^import (?:type )?\{([^}]*)\} from '(\.[^']*\/icons\.tsx)'/gm

test('icons on every page are used by the frame, with records, or by two folders', () => {
  const shared = 'ui/icons.tsx'
  const { text } = sources.find(({ path }) => path === shared)!
  const users = sources.flatMap(({ path, text: code }) =>
    [...code.matchAll(iconsLine)]
      .filter(([, , name]) => normalize(join(dirname(path), name!)) === shared)
      .flatMap(([, names]) =>
        names!.split(',').map((name) => ({ name: name.trim().split(' ')[0]!, by: folderOf(path) })),
      ),
  )
  const lonely = [...text.matchAll(/^export const (\w+) = icon\(/gm)].filter(([, name]) => {
    const by = new Set(users.filter((use) => use.name === name).map((use) => use.by))
    return by.size < 2 && by.isDisjointFrom(new Set(['ui', 'shell', 'records']))
  })
  expect(lonely.map(([, name]) => name)).toEqual([])
})
