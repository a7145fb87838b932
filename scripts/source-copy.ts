import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { root } from './run.ts'

/** What proofs and tests need of a checkout. */
const parts = [
  ...['acceptance', 'bin', 'contract', 'docs', 'scripts', 'seeds', 'server', 'web'],
  ...['package.json', 'tsconfig.json', 'vitest.config.ts'],
]
/** Packages, what is built, and pictures. */
const leftOut: ReadonlySet<string> = new Set(['node_modules', 'dist', 'screens'])

/**
 * Copies the sources into a temporary folder, to be changed and run there: packages and built pages are those of this
 * checkout, our own packages are those of the copy.
 * @returns the folder; the caller removes it
 */
export function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cartage-copy-'))
  // PostgreSQL runs as an account of its own where we are root; it must get through to its files.
  chmodSync(folder, 0o755)
  for (const part of parts) {
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: (path) => !leftOut.has(basename(path)) })
  }
  for (const place of ['web/dist', 'web/node_modules']) {
    if (existsSync(join(root, place))) symlinkSync(join(root, place), join(folder, place))
  }
  linkPackages(folder)
  return folder
}

/** Removes what `copySources` made. */
export function removeCopy(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** One link for each package: with one for all of them, our own would be those of this checkout. */
function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@cartage'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@cartage') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  }
  for (const own of ['contract', 'server', 'web']) symlinkSync(join('..', '..', own), join(packages, '@cartage', own))
}
