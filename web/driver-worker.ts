import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const page = '/driver.html'
const entry = join(import.meta.dirname, 'src/driver.tsx')
const workerSource = join(import.meta.dirname, 'src/doors/driver/worker.js')

/** What is asked about the files of a build. */
interface BuiltFile {
  type: 'chunk' | 'asset'
  fileName: string
}
interface BuiltChunk extends BuiltFile {
  type: 'chunk'
  facadeModuleId: string | null
  imports: readonly string[]
  dynamicImports: readonly string[]
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> }
}

/**
 * Puts the service worker and the manifest of the page of drivers next to it (decision 0064). The worker is one file without
 * imports, so that nothing of it can be missing without signal; it gets the names of the files of the page, with the
 * texts of every language, and a version that changes with them.
 */
export function driverWorker(): Plugin {
  return {
    name: 'driver-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { path }) =>
        path === page ? [{ tag: 'link', attrs: { rel: 'manifest', href: '/driver.webmanifest' } }] : undefined,
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = filesOfPage(Object.values(bundle) as BuiltFile[])
        const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16)
        const constants = `const version = ${JSON.stringify(version)}\nconst files = ${JSON.stringify(files)}\n`
        this.emitFile({
          type: 'asset',
          fileName: 'driver-worker.js',
          source: readFileSync(workerSource, 'utf8').replace(/^.*@constants.*$/m, constants),
        })
        const icon = files.find((file) => file.endsWith('.svg'))
        this.emitFile({ type: 'asset', fileName: 'driver.webmanifest', source: manifestOf(icon) })
      },
    },
  }
}

/** Addresses of everything that the page may load. */
function filesOfPage(built: readonly BuiltFile[]): string[] {
  const chunks = new Map(built.filter(isChunk).map((chunk) => [chunk.fileName, chunk]))
  const first = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === entry)
  const html = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith('/driver.html'))
  const start = first ?? html
  if (!start) throw new Error('the page of drivers is not among the files of the build')
  const needed = new Set([start.fileName, ...(html ? [html.fileName] : [])])
  const assets = new Set<string>()
  for (const name of needed) {
    const chunk = chunks.get(name)
    if (!chunk) continue
    for (const other of [...chunk.imports, ...chunk.dynamicImports]) needed.add(other)
    for (const css of chunk.viteMetadata?.importedCss ?? []) assets.add(css)
  }
  for (const { type, fileName } of built)
    if (type === 'asset' && /icon-[\w-]+\.svg$/.test(fileName)) assets.add(fileName)
  return [...needed, ...assets].map((name) => `/${name}`).toSorted()
}

function isChunk(file: BuiltFile): file is BuiltChunk {
  return file.type === 'chunk'
}

function manifestOf(icon: string | undefined): string {
  return JSON.stringify({
    name: 'Cartage',
    short_name: 'Cartage',
    start_url: '/driver',
    scope: '/driver',
    display: 'standalone',
    background_color: '#f3f6f8',
    theme_color: '#f3f6f8',
    icons: icon ? [{ src: icon, sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' }] : [],
  })
}
