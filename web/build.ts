// Builds the pages into web/dist: `npm ci` runs this, and so does a server that finds none.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildDocumentation } from './documentation/site.ts'

const folder = import.meta.dirname
const dist = join(folder, 'dist')
/** Built aside and moved, so that a half-built folder is never served and two builds do not mix their files. */
const aside = join(folder, `.dist-${process.pid}`)
const before = `${aside}-before`

function removeLeftovers(): void {
  rmSync(aside, { recursive: true, force: true })
  rmSync(before, { recursive: true, force: true })
}

function publish(): void {
  if (existsSync(dist)) renameSync(dist, before)
  try {
    renameSync(aside, dist)
  } catch (error) {
    // Another build was first: its pages are as good.
    if (!existsSync(join(dist, 'index.html'))) throw error
  }
}

async function build(): Promise<void> {
  // The manifest names modules without a file by their way from here, and benches look for those names.
  process.chdir(folder)
  const vite = await import('vite')
  await vite.build({
    root: folder,
    configFile: join(folder, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: aside },
  })
  buildDocumentation(join(aside, 'docs'))
  publish()
}

process.on('exit', removeLeftovers)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
process.env.NODE_ENV = 'production'
try {
  await build()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
