import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../run.ts'

interface Chunk {
  file: string
  name?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
}

type Manifest = Record<string, Chunk>

/** What the pages weigh, in kB of compressed JavaScript. */
export interface BundleFigures {
  /** The frame of every page, before any page. */
  frame: number
  /** Everything a browser loads to show the list of orders: frame, texts, page, and the palette that waits beside it. */
  list: number
  /** The same of the heaviest page. */
  heaviest: number
  /** The style sheet of all pages. */
  styles: number
  /** Each page by its source: its own chunk, and all that a browser loads which begins with it. */
  pages: { page: string; kB: number; first: number }[]
}

const dist = join(root, 'web', 'dist')
const languages = ['en', 'nl', 'fr', 'de']

/** Reads the manifest of the last build and weighs what it names. The API reference is a bundle of its own and exempt. */
export function weighBundle(): BundleFigures {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const late = Object.keys(manifest).filter((key) => key.startsWith('src/') && manifest[key]!.isDynamicEntry)
  const pages = late
    .filter((key) => !key.startsWith('src/locales/'))
    .map((key) => ({
      page: key.slice('src/'.length),
      kB: weigh([manifest[key]!.file]),
      first: Math.max(...languages.map((language) => weigh(firstFiles(manifest, key.slice('src/'.length), language)))),
    }))
    .sort((one, other) => other.kB - one.kB)
  return {
    frame: weigh(closure(manifest, 'index.html')),
    list: pages.find(({ page }) => page === 'orders/list.page.tsx')!.first,
    heaviest: Math.max(...pages.map(({ first }) => first)),
    styles: weigh(Object.values(manifest).find(({ name }) => name === 'frame')?.css ?? []),
    pages,
  }
}

/** The files of a first look at a page in a language. The shell mounts what it has of its own at once: the palette. */
function firstFiles(manifest: Manifest, page: string, language: string): string[] {
  const shell = Object.keys(manifest).filter((key) => key.startsWith('src/shell/') && manifest[key]!.isDynamicEntry)
  // A dialog or a tab that is loaded later has its texts with its page.
  const texts = [`src/locales/${language}.po`, `virtual:texts/${language}/${page}`].filter((key) => key in manifest)
  return [...new Set(['index.html', `src/${page}`, ...texts, ...shell].flatMap((key) => closure(manifest, key)))]
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
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0)
  return Math.round(bytes / 100) / 10
}
