import { join } from 'node:path'

/** What is asked about modules while they are put into files. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const sources = join(import.meta.dirname, 'src')
const application = join(sources, 'main.tsx')
const reference = join(sources, 'reference/main.ts')
/**
 * A few pages use schemas of the contract. What the frame uses of it, `lean-contract.ts` has freed of them; in files of
 * its own it would come uncompressed, since each is too small.
 */
const schemas =
  /\/node_modules\/zod\/|\/contract\/src\/(?!client|endpoint|app\/shell|auth\/app\/(?:session|users)|messages\/app\/record|orders\/app\/uploads|usage\/app)/

let known: ReadonlySet<string> | undefined

/**
 * Names the file of a module that every page needs at once: all of them come in one file instead of a hundred, which is
 * smaller and sooner there. What the API reference needs too stays apart, so that it does not load the application.
 */
export function frameChunk(id: string, graph: Graph): string | null {
  known ??= modulesUnder(graph, application).difference(modulesUnder(graph, reference))
  if (id === application) return null
  return known.has(id) ? 'frame' : null
}

/** A module and all that it cannot run without. */
function modulesUnder(graph: Graph, start: string): Set<string> {
  const seen = new Set([start])
  for (const id of seen) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (!schemas.test(imported)) seen.add(imported)
    }
  }
  return seen
}
