import { appEndpoints } from '@cartage/contract'
import type { Endpoint } from '@cartage/contract/endpoint'
import { codeOf, readSources } from '../server/src/testing/sources.ts'

/** Operations of the web application that no page calls yet, in contract order. */
export function operationsWithoutScreen(): Endpoint[] {
  const pages = readSources('web/src', ['.ts', '.tsx']).filter(({ path }) => !/\.test\.tsx?$/.test(path))
  return uncalled(
    Object.values(appEndpoints),
    pages.map(({ text }) => text),
  )
}

/**
 * Session operations that none of these texts call: by operation name, in a file that imports from the contract, or by
 * path, as links to files and the change stream do. An interpolated part of a path (`/app/${name}/csv`) matches
 * anything.
 */
export function uncalled(operations: readonly Endpoint[], texts: readonly string[]): Endpoint[] {
  const codes = texts.map(codeOf)
  const words = codes
    .filter((code) => code.includes("from '@cartage/contract"))
    .flatMap((code) => code.match(/\w+/g) ?? [])
  const named = new Set(words)
  const paths = codes.flatMap((code) => [...code.matchAll(/['"`](\/app\/[^'"`\s?]*)['"`?]/g)])
  const patterns = paths.map(([, path]) => pathPattern(path!))
  return operations
    .filter(({ auth }) => auth === 'session')
    .filter(({ id, path }) => !named.has(id) && !patterns.some((pattern) => pattern.test(path)))
}

function pathPattern(path: string): RegExp {
  const parts = path.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}$`)
}
