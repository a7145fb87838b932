import { join } from 'node:path'

/** What is asked about modules while they are put into files. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

const sources = join(import.meta.dirname, 'src')
const application = join(sources, 'main.tsx')
const doors = join(sources, 'doors.tsx')
const driver = join(sources, 'driver.tsx')
const reference = join(sources, 'reference/main.ts')
/**
 * A few pages use schemas of the contract. What the frame and the pages behind links use of it, `lean-contract.ts` has freed
 * of them; in files of its own it would come uncompressed, since each is too small.
 */
const schemas =
  /\/node_modules\/zod\/|\/contract\/src\/(?!client|endpoint|doors\/app\/(?:tracking|portal|carrier|logos)|app\/shell|auth\/app\/(?:session|roles)|messages\/app\/results|orders\/upload-states|usage\/app)/

interface Chunks {
  frame: ReadonlySet<string>
  base: ReadonlySet<string>
  react: ReadonlySet<string>
}

let known: Chunks | undefined

/**
 * Names the file of a module that every page needs at once: all of them come in one file instead of a hundred, which is
 * smaller and sooner there. What the pages behind links need too is a file of its own, so that they do not load the
 * application, and so is React, which is all that the driver's page needs of it; what the API reference needs stays apart for
 * the same reason.
 */
export function frameChunk(id: string, graph: Graph): string | null {
  known ??= findChunks(graph)
  if (id === application || id === doors || id === driver) return null
  if (known.react.has(id)) return 'react'
  if (known.base.has(id)) return 'base'
  return known.frame.has(id) ? 'frame' : null
}

function findChunks(graph: Graph): Chunks {
  const all = modulesUnder(graph, application).difference(modulesUnder(graph, reference))
  const react = all.intersection(modulesUnder(graph, driver))
  // With the doors themselves, which are loaded late: what one of them needs must not be in the frame.
  const base = all.intersection(modulesUnder(graph, doors, true)).difference(react)
  return { react, base, frame: all.difference(base).difference(react) }
}

/** A module and all that it cannot run without; with `isLate` also what it loads later. */
function modulesUnder(graph: Graph, start: string, isLate = false): Set<string> {
  const seen = new Set([start])
  for (const id of seen) {
    const info = graph.getModuleInfo(id)
    const imported = [...(info?.importedIds ?? []), ...(isLate ? (info?.dynamicallyImportedIds ?? []) : [])]
    for (const other of imported) {
      if (!schemas.test(other)) seen.add(other)
    }
  }
  return seen
}
