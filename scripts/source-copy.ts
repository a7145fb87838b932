import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { root } from './run.ts'

/** Parts of a checkout needed by proofs and tests. */
const parts = [
  ...['acceptance', 'bin', 'contract', 'docs', 'scripts', 'seeds', 'server', 'web'],
  ...['package.json', 'tsconfig.json', 'vitest.config.ts'],
]
/** Packages, build output and images. */
const leftOut: ReadonlySet<string> = new Set(['node_modules', 'dist', 'screens'])

/**
 * Copies the sources into a temporary folder, to be changed and run there: packages and built pages come from this
 * checkout, our own packages from the copy.
 * @returns the folder; the caller removes it
 */
export function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cartage-copy-'))
  // As root, PostgreSQL runs under its own account, which needs access to its files.
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

/** Removes a copy made by `copySources`. */
export function removeCopy(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** One link per package: a single link for all would resolve our own packages to this checkout. */
function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@cartage'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@cartage') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  }
  for (const own of ['contract', 'server', 'web']) symlinkSync(join('..', '..', own), join(packages, '@cartage', own))
}
