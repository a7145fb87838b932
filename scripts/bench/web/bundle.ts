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

/** One page, or a tab that is loaded when it is opened. */
export interface PageFigures {
  /** Its source, below `web/src`. */
  page: string
  /** Its own chunk. */
  kB: number
  /**
   * All that a browser loads which begins with it, in the language where that is most. Of a tab, without its page. The
   * palette is loaded when the page is there.
   */
  first: number
  /** Brings the library of schemas. */
  hasSchemas: boolean
}

/** What the pages weigh, in kB of compressed JavaScript. */
export interface BundleFigures {
  /** The frame of every page, before any page. */
  frame: number
  /** The style sheet of all pages. */
  styles: number
  /** The pages that links open: all that a browser loads for each, its style sheet included. */
  doors: { page: string; kB: number }[]
  /** Every page, the heaviest as the first page first. */
  pages: PageFigures[]
  /** Every other part that is loaded late, the heaviest first. */
  parts: { part: string; kB: number }[]
}

const web = join(root, 'web')
const dist = join(web, 'dist')
/** Parts that a person opens: they do not come with the page. Everything else that a page loads late is counted. */
const isOpenedLater = (key: string) =>
  (/\.(page|tab|dialog|panel)\.tsx$/.test(key) && !shownAtOnce.includes(key)) || openedLater.includes(key)
const openedLater = [
  ...['src/orders/import/preview.tsx', 'src/orders/tabs/overview-latest.tsx'],
  // Under Documents.
  'src/mails/mails.section.tsx',
  // When a draft was left, or someone else changed the order meanwhile.
  'src/orders/entry/late-notices.tsx',
  // By the tab "To pay" of purchases.
  'src/purchases/transfers/transfers.list.tsx',
  // By the switch from the board to its list.
  'src/planning/plan.list.tsx',
  // By "Correct…" of a failed upload.
  'src/orders/entry/corrections/corrected-order.tsx',
]
/** A panel that its page shows without being opened. */
const shownAtOnce = ['src/sendings/sendings.panel.tsx']

/** Reads the manifest of the last build and weighs what it names. The API reference is a bundle of its own and exempt. */
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

/** Every page there is: its name says so. Those of the shell are loaded with the frame. */
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

/** The files of a first look at a page in a language. */
function firstFiles(manifest: Manifest, page: string, language: string): string[] {
  // A dialog that is loaded later has its texts with its page.
  const texts = [`src/locales/${language}.po`, `virtual:texts/${language}/${page}`]
  const keys = [`src/${page}`, ...texts, ...mountedWith(manifest, `src/${page}`)]
  return [...new Set(['index.html', ...keys].flatMap((key) => closure(manifest, key)))]
}

/** What a page loads by itself after it has begun. */
function mountedWith(manifest: Manifest, key: string): string[] {
  const own = manifest[key]!.dynamicImports ?? []
  return own.filter((other) => other.startsWith('src/') && other.endsWith('.tsx') && !isOpenedLater(other))
}

/** The files a chunk needs before it runs, itself included. */
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

/** What was weighed: most files come with most pages. */
const weighed = new Map<string, number>()

function compressedBytes(file: string): number {
  const known = weighed.get(file)
  if (known !== undefined) return known
  const bytes = gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  weighed.set(file, bytes)
  return bytes
}
