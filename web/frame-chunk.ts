import { join } from 'node:path'

/** What is asked about modules while they are put into files. */
interface Graph {
  getModuleInfo(id: string): Imports | null
}

interface Imports {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
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
  shared: ReadonlySet<string>
}

let known: Chunks | undefined
/** Read once: each question to the bundler copies what it knows about a module, and each page walks the graph. */
const imports = new Map<string, Imports>()
const nothing: Imports = { importedIds: [], dynamicallyImportedIds: [] }

/**
 * Names the file of a module that every page needs at once: all of them come in one file instead of a hundred, which is
 * smaller and sooner there. What the pages behind links need too is a file of its own, so that they do not load the
 * application, and so is React, which is all that the driver's page needs of it; what the API reference needs stays apart for
 * the same reason. Small parts that most pages need are one file too: apart they would hardly be compressed, and the frame
 * would name each of them for each page.
 */
export function frameChunk(id: string, graph: Graph): string | null {
  known ??= findChunks(graph)
  if (id === application || id === doors || id === driver) return null
  if (known.react.has(id)) return 'react'
  if (known.base.has(id)) return 'base'
  if (known.frame.has(id)) return 'frame'
  return known.shared.has(id) ? 'shared' : null
}

function findChunks(graph: Graph): Chunks {
  const all = modulesUnder(graph, application).difference(modulesUnder(graph, reference))
  const react = all.intersection(modulesUnder(graph, driver))
  // With the doors themselves, which are loaded late: what one of them needs must not be in the frame.
  const ofDoors = modulesUnder(graph, doors, true)
  const base = all.intersection(ofDoors).difference(react)
  const shared = neededByMost(graph, all).difference(ofDoors)
  return { react, base, frame: all.difference(base).difference(react), shared }
}

/** Parts of our own that most pages need and that are not in the frame. What needs a library of its own is none of them. */
function neededByMost(graph: Graph, frame: ReadonlySet<string>): Set<string> {
  const late = modulesUnder(graph, application, true)
  const pages = [...late].filter((id) => id.startsWith(sources) && id.endsWith('.page.tsx'))
  const counts = new Map<string, number>()
  for (const page of pages) {
    for (const id of modulesUnder(graph, page).difference(frame)) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const isOwn = (id: string) => [...modulesUnder(graph, id).difference(frame)].every((each) => each.startsWith(sources))
  const often = [...counts].filter(([, count]) => count >= pages.length / 2).map(([id]) => id)
  return new Set(often.filter(isOwn))
}

/** A module and all that it cannot run without; with `isLate` also what it loads later. */
function modulesUnder(graph: Graph, start: string, isLate = false): Set<string> {
  const seen = new Set([start])
  for (const id of seen) {
    const { importedIds, dynamicallyImportedIds } = importsOf(id, graph)
    for (const other of isLate ? [...importedIds, ...dynamicallyImportedIds] : importedIds) {
      if (!schemas.test(other)) seen.add(other)
    }
  }
  return seen
}

function importsOf(id: string, graph: Graph): Imports {
  let own = imports.get(id)
  if (!own) {
    const { importedIds, dynamicallyImportedIds } = graph.getModuleInfo(id) ?? nothing
    own = { importedIds, dynamicallyImportedIds }
    imports.set(id, own)
  }
  return own
}
