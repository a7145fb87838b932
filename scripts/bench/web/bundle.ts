import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { doorLanguages, languages } from '../../../contract/src/reading/languages.ts'
import { root } from '../../run.ts'

interface Chunk {
  file: string
  name?: string
  isDynamicEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

type Manifest = Record<string, Chunk>

/** A page, or a tab loaded on demand. */
export interface PageFigures {
  /** Source path below `web/src`. */
  page: string
  /** Size of its own chunk. */
  kB: number
  /**
   * Total of a first visit to this page, in the largest language. For a tab, without its page. The command palette
   * loads after the page.
   */
  first: number
  /** Whether it loads the schema library. */
  hasSchemas: boolean
}

/** Page weights in kB of compressed JavaScript. */
export interface BundleFigures {
  /** Shell of every page. */
  frame: number
  /** Style sheet of all pages. */
  styles: number
  /** Door pages: total of each, including its style sheet. */
  doors: { page: string; kB: number }[]
  /** Every page, largest first. */
  pages: PageFigures[]
  /** Every other lazy part, largest first. */
  parts: { part: string; kB: number }[]
}

const web = join(root, 'web')
const dist = join(web, 'dist')
/** Parts that the user opens, which do not load with the page. All other lazy parts of a page are counted. */
const isOpenedLater = (key: string) =>
  (/\.(page|tab|dialog|panel)\.tsx$/.test(key) && !shownAtOnce.includes(key)) || openedLater.includes(key)
const openedLater = [
  ...['src/orders/import/preview.tsx', 'src/orders/tabs/overview-latest.tsx'],
  // Opened in the documents tab.
  'src/mails/mails.section.tsx',
  // Shown when a draft was left, or someone else changed the order.
  'src/orders/entry/late-notices.tsx',
  // Opened by the tab "To pay" of purchases.
  'src/purchases/transfers/transfers.list.tsx',
  // Opened by the switch from the board to its list.
  'src/planning/plan.list.tsx',
  // Shown while an order is dragged, and where rows are drivers.
  ...['src/planning/grid/fit-layer.tsx', 'src/planning/grid/driving-time.tsx'],
  // Opened by "Correct…" of a failed upload.
  'src/orders/entry/corrections/corrected-order.tsx',
]
/** Panels shown without being opened. */
const shownAtOnce = ['src/sendings/sendings.panel.tsx']

/** Reads the manifest of the last build and sums up its files. The API reference is a separate bundle and exempt. */
export function weighBundle(): BundleFigures {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const pages = everyPage()
  const late = Object.keys(manifest).filter((key) => /^src\/.*\.tsx?$/.test(key) && manifest[key]!.isDynamicEntry)
  return {
    frame: weigh(closure(manifest, 'index.html')),
    styles: weigh(Object.values(manifest).find(({ name }) => name === 'frame')?.css ?? []),
    doors: doorFigures(manifest),
    pages: pages.map((page) => figuresOf(manifest, page)).sort((one, other) => other.first - one.first),
    parts: late
      .map((key) => ({ part: key.slice('src/'.length), kB: weigh([manifest[key]!.file]) }))
      .filter(({ part }) => !pages.includes(part))
      .sort((one, other) => other.kB - one.kB),
  }
}

function doorFigures(manifest: Manifest): BundleFigures['doors'] {
  const texts = doorLanguages.map((language) => `src/doors/locales/${language}.po`)
  return globSync('doors/**/*.page.tsx', { cwd: join(web, 'src') }).map((page) => {
    const weights = texts.map((text) => {
      const keys = ['doors.html', `src/${page}`, text].filter((key) => key in manifest)
      return weigh([...new Set(keys.flatMap((key) => [...closure(manifest, key), ...(manifest[key]!.css ?? [])]))])
    })
    return { page, kB: Math.max(...weights) }
  })
}

/** Every page, identified by file name. Those of the shell are loaded with it. */
function everyPage(): string[] {
  return globSync('**/*.page.tsx', { cwd: join(web, 'src'), exclude: ['shell/**', 'doors/**'] })
}

function figuresOf(manifest: Manifest, page: string): PageFigures {
  return {
    page,
    kB: weigh(closure(manifest, `src/${page}`).slice(0, 1)),
    first: Math.max(...languages.map((language) => weigh(firstFiles(manifest, page, language)))),
    hasSchemas: firstFiles(manifest, page, 'en').some((file) =>
      readFileSync(join(dist, file), 'utf8').includes('$ZodType'),
    ),
  }
}

/** Files of a first visit to a page in a language. */
function firstFiles(manifest: Manifest, page: string, language: string): string[] {
  // Texts of a lazy dialog are loaded with its page.
  const texts = [`src/locales/${language}.po`, `virtual:texts/${language}/${page}`]
  const keys = [`src/${page}`, ...texts, ...mountedWith(manifest, `src/${page}`)]
  return [...new Set(['index.html', ...keys].flatMap((key) => closure(manifest, key)))]
}

/** Parts that a page loads by itself after it has started. */
function mountedWith(manifest: Manifest, key: string): string[] {
  const own = manifest[key]!.dynamicImports ?? []
  return own.filter((other) => other.startsWith('src/') && other.endsWith('.tsx') && !isOpenedLater(other))
}

/** A chunk and all files it needs to run. */
function closure(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build has no ${key}. Run node bin/node.js web/build.ts first.`)
  if (seen.has(key)) return []
  seen.add(key)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((other) => closure(manifest, other, seen))]
}

function weigh(files: readonly string[]): number {
  return Math.round(files.reduce((sum, file) => sum + compressedBytes(file), 0) / 100) / 10
}

/** Cached sizes, because most files belong to most pages. */
const weighed = new Map<string, number>()

function compressedBytes(file: string): number {
  const known = weighed.get(file)
  if (known !== undefined) return known
  const bytes = gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  weighed.set(file, bytes)
  return bytes
}
