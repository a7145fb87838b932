import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

const sources = join(import.meta.dirname, 'src')
/** Pages that links open have catalogues of their own, which are small enough to come whole. */
const doors = join(sources, 'doors/')
const partPrefix = 'virtual:texts/'
/** Where a page, or a tab of one, is imported when it is opened. */
const pageImport = /\bimport\((['"])([./\w-]+\.(?:page|tab)\.tsx)\1\)/g
/** As the macros of Lingui write the id of a text. */
const anyId = /['"`]([\w-]{6})['"`]/g
/** Stands for a part of a catalogue until it is known which texts each page uses. */
const placeholder = /['"`]texts-of:(\w+):([\w/.-]*)['"`]/g

type Messages = Record<string, unknown>
/** What a module imports, at once and later. */
interface Imports {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}

/**
 * Cuts each catalogue into the texts of the frame and the texts that each page has besides, so that a browser loads the
 * words of what it shows. An import() of a `*.page.tsx` or a `*.tab.tsx` becomes an import of it and of its texts
 * (`loadTexts` in `src/device/language.ts`). While developing nothing is cut.
 */
export function textsOfPages(): Plugin {
  const catalogues = new Map<string, Messages>()
  const idsOf = new Map<string, Set<string>>()
  const pages = openedPages()
  /**
   * Read once: each question to the bundler copies what it knows about a module, and hundreds of parts walk the graph.
   */
  const graph = new Map<string, Imports>()
  const idsOfParts = new Map<string, Set<string>>()

  /** The ids of the texts of a part: of the frame when `page` is empty. It is the same in each language. */
  function idsOfPart(page: string): Set<string> {
    const known = idsOfParts.get(page) ?? findIdsOfPart(page)
    idsOfParts.set(page, known)
    return known
  }

  function findIdsOfPart(page: string): Set<string> {
    return page === '' ? idsUnder('main.tsx') : idsUnder(page).difference(idsOfPart(''))
  }

  function idsUnder(path: string): Set<string> {
    const seen = new Set([join(sources, path)])
    for (const id of seen) {
      const info = graph.get(id)
      const opened = info?.dynamicallyImportedIds.filter((other) => !/\.(page|tab)\.tsx$/.test(other)) ?? []
      for (const other of [...(info?.importedIds ?? []), ...opened]) seen.add(other)
    }
    return new Set([...seen].flatMap((id) => [...(idsOf.get(id) ?? [])]))
  }

  return {
    name: 'texts-of-pages',
    apply: 'build',
    enforce: 'post',
    resolveId: (id) => (id.startsWith(partPrefix) ? id : undefined),
    load(id) {
      if (!id.startsWith(partPrefix)) return undefined
      const [, locale, page] = id.match(/^virtual:texts\/(\w+)\/(.+)$/)!
      return `export const messages = JSON.parse("texts-of:${locale}:${page}")`
    },
    transform(code, id) {
      if (!id.startsWith(sources) || id.startsWith(doors)) return undefined
      if (id.endsWith('.po')) {
        const locale = relative(join(sources, 'locales'), id).replace('.po', '')
        catalogues.set(locale, messagesIn(code))
        return catalogueModule(locale, pages)
      }
      idsOf.set(id, new Set([...code.matchAll(anyId)].map(([, text]) => text!)))
      return withTexts(code, id)
    },
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const { importedIds, dynamicallyImportedIds } = this.getModuleInfo(id)!
        graph.set(id, { importedIds, dynamicallyImportedIds })
      }
    },
    renderChunk(code) {
      return code.replace(placeholder, (_, locale: string, page: string) => {
        const ids = idsOfPart(page)
        const part = Object.entries(catalogues.get(locale)!).filter(([id]) => ids.has(id))
        return JSON.stringify(JSON.stringify(Object.fromEntries(part)))
      })
    },
  }
}

/** Paths of the pages and tabs that are imported when they are opened; the others are part of what they stand in. */
function openedPages(): string[] {
  const opened = globSync('**/*.{ts,tsx}', { cwd: sources, exclude: ['doors/**'] }).flatMap((path) => {
    const code = readFileSync(join(sources, path), 'utf8')
    return [...code.matchAll(pageImport)].map(([, , page]) => join(path, '..', page!))
  })
  return [...new Set(opened)].sort()
}

/** The messages of a catalogue that Lingui has made a module of. */
function messagesIn(code: string): Messages {
  const [, text] = code.match(/JSON\.parse\(("(?:[^"\\]|\\.)*")\)/)!
  return JSON.parse(JSON.parse(text!))
}

function catalogueModule(locale: string, pages: readonly string[]): string {
  const parts = pages.map((page) => `${JSON.stringify(page)}: () => import("${partPrefix}${locale}/${page}")`)
  return `export const messages = JSON.parse("texts-of:${locale}:")\nexport const pages = {${parts.join(',\n')}}`
}

/** A module whose imports of pages bring the texts of the page too. */
function withTexts(code: string, id: string): string | undefined {
  const lean = code.replace(pageImport, (imported, _, path: string) => {
    const page = relative(sources, join(id, '..', path))
    return `Promise.all([${imported}, loadTextsOfPage(${JSON.stringify(page)})]).then(([page]) => page)`
  })
  if (lean === code) return undefined
  return `import { loadTexts as loadTextsOfPage } from ${JSON.stringify(join(sources, 'device/language.ts'))}\n${lean}`
}
