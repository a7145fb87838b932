import { join } from 'node:path'
import { iconFile } from './lean-icons.ts'

/** What is asked about modules while they are put into files. */
interface Graph {
  getModuleInfo(id: string): {
    importedIds: readonly string[]
    dynamicallyImportedIds: readonly string[]
    code: string | null
  } | null
}

const sources = join(import.meta.dirname, 'src')
const application = join(sources, 'main.tsx')
const reference = join(sources, 'reference/main.ts')
/**
 * A few pages use schemas of the contract. What the frame uses of it, `lean-contract.ts` has freed of them; in files of
 * its own it would come uncompressed, since each is too small.
 */
const schemas =
  /\/node_modules\/zod\/|\/contract\/src\/(?!client|endpoint|app\/(?:messages|session|shell|uploads|usage|users)\.ts)/
const importOfIcons = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g

let known: ReadonlySet<string> | undefined
let icons: ReadonlySet<string> | undefined

/**
 * Names the file of a module that every page needs at once: all of them come in one file instead of a hundred, which is
 * smaller and sooner there. What the API reference needs too stays apart, so that it does not load the application.
 */
export function frameChunk(id: string, graph: Graph): string | null {
  known ??= modulesUnder(graph, application).difference(modulesUnder(graph, reference))
  if (id === application || !known.has(id)) return null
  const icon = iconFile.exec(id)?.[1]
  if (icon === undefined) return 'frame'
  // lucide has one file that imports every icon, so an icon of a single page looks like one of the frame.
  icons ??= iconsOfOneModule(graph, known)
  return icons.has(icon) ? null : 'frame'
}

/** A module and all that it cannot run without; with `late` also what it loads later. */
function modulesUnder(graph: Graph, start: string, late = false): Set<string> {
  const seen = new Set([start])
  for (const id of seen) {
    const info = graph.getModuleInfo(id)
    for (const imported of [...(info?.importedIds ?? []), ...(late ? (info?.dynamicallyImportedIds ?? []) : [])]) {
      if (!schemas.test(imported)) seen.add(imported)
    }
  }
  return seen
}

/** Files of the icons that one module outside of the frame draws: they go with it. Those of several pages come once. */
function iconsOfOneModule(graph: Graph, frame: ReadonlySet<string>): Set<string> {
  const users = new Map<string, number>()
  for (const id of modulesUnder(graph, application, true)) {
    if (!id.startsWith(sources)) continue
    for (const name of iconsOf(graph.getModuleInfo(id)?.code ?? '')) {
      users.set(name, (users.get(name) ?? 0) + (frame.has(id) ? Number.POSITIVE_INFINITY : 1))
    }
  }
  return new Set([...users].flatMap(([name, count]) => (count === 1 ? [name] : [])))
}

/** `Building2` stands in the file `building-2`; an icon whose file is called otherwise stays with the frame. */
function iconsOf(code: string): string[] {
  return [...code.matchAll(importOfIcons)]
    .flatMap(([, names]) => names!.split(','))
    .map((name) => name.trim().split(/\s/)[0]!)
    .map((name) => name.replace(/(?<!^)([A-Z]|\d+)/g, '-$1').toLowerCase())
}
