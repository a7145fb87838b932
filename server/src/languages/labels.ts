import type { Language } from '@cartage/contract/reading/languages'
import { translated } from './catalogue.ts'

const sources = new Map<string, unknown>()

/**
 * Labels of a document or mail, in any language. The translations are in `server/texts`, under the name of the group
 * and the member. Values are written as `{name}` and inserted with `fill`.
 * @param group unique name for translators, such as `invoice`
 * @param english the texts as a tree of objects and lists
 */
export function labelsOf<T extends object>(group: string, english: T): (language: Language) => T {
  if (sources.has(group)) throw new Error(`Two groups of labels are called ${group}.`)
  sources.set(group, english)
  const known = new Map<Language, T>([['en', english]])
  return (language) => {
    const labels = known.get(language) ?? (translatedTree(english, group, language) as T)
    known.set(language, labels)
    return labels
  }
}

function translatedTree(node: unknown, path: string, language: Language): unknown {
  if (typeof node === 'string') return translated(language, node, path)
  const members = Object.entries(node as object).map(([name, value]) => [
    name,
    translatedTree(value, `${path}.${name}`, language),
  ])
  return Array.isArray(node) ? members.map(([, value]) => value) : Object.fromEntries(members)
}

/** English labels of the loaded modules, for the catalogues. */
export function labelSources(): { context: string; text: string }[] {
  return [...sources].flatMap(([group, english]) => leavesOf(english, group))
}

function leavesOf(node: unknown, path: string): { context: string; text: string }[] {
  if (typeof node === 'string') return [{ context: path, text: node }]
  return Object.entries(node as object).flatMap(([name, value]) => leavesOf(value, `${path}.${name}`))
}
