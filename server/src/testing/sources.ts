import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root of the checkout. */
export const checkout = fileURLToPath(new URL('../../../', import.meta.url))

/** One source file, as read by the architecture tests. */
export interface Source {
  /** Relative to the root of the checkout, with slashes. */
  readonly path: string
  readonly text: string
  readonly lines: number
}

/** An import of a file: the path of a file in the checkout, or the name of a package. */
export interface Import {
  readonly from: string
  readonly target: string
  readonly isType: boolean
}

/** Reads every file below `folder` whose name ends in one of `endings`; built and installed files are left out. */
export function readSources(folder: string, endings: readonly string[]): Source[] {
  const names = readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
  return names
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .filter((path) => !/(^|\/)(node_modules|dist|\.data)\//.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(checkout, path), 'utf8')
      return { path, text, lines: text.split('\n').length - 1 }
    })
}

const importLine = /^(?:import|export)\s+(type\s+)?[^'"`;]*?\bfrom\s+'([^']+)'/gm
const bareImport = /(?:^import\s+|\bimport\()'([^']+)'/gm

/** Every import of a file, with relative ones resolved. */
export function importsOf(source: Source): Import[] {
  const named = [...source.text.matchAll(importLine)].map((match) => ({ isType: Boolean(match[1]), name: match[2]! }))
  const bare = [...source.text.matchAll(bareImport)].map((match) => ({ isType: false, name: match[1]! }))
  return [...named, ...bare].map(({ isType, name }) => ({
    from: source.path,
    target: resolveName(source, name),
    isType,
  }))
}

function resolveName(source: Source, name: string): string {
  if (!name.startsWith('.')) return name
  const full = resolve(checkout, dirname(source.path), name)
  return relative(checkout, full).replaceAll('\\', '/')
}

/** The text without comments, so that words in sentences are not mistaken for code. */
export function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}

/** The prepared statements a file declares. */
export function statementsOf(source: Source): { name: string; text: string }[] {
  const calls = source.text.matchAll(/\bstatement\(\s*'([^']+)',\s*(?:`((?:[^`\\]|\\.)*)`|'((?:[^'\\]|\\.)*)')/g)
  return [...calls].map((call) => ({ name: call[1]!, text: call[2] ?? call[3] ?? '' }))
}

const writes = /\b(insert\s+into|update|delete\s+from)\s+(?:only\s+)?(?:public\.)?"?([a-z_][a-z0-9_]*)"?/gi

/** Tables that SQL in a text writes to. `for update` and `do update` do not count. */
export function tablesWritten(sql: string): string[] {
  const found: string[] = []
  for (const match of sql.matchAll(writes)) {
    const before = sql.slice(Math.max(0, match.index - 12), match.index)
    const isLockOrConflict = /\b(for|do|on|no\s+key)\s+$/i.test(before)
    if (!isLockOrConflict && !/^(set|of|skip|nowait)$/i.test(match[2]!)) found.push(match[2]!.toLowerCase())
  }
  return found
}
