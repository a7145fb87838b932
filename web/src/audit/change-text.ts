import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useWords, wordsOf } from '../records/code-words.ts'
import { actorWords, memberWords, stateWords } from '../records/member.words.ts'
import { dayAndTime } from '../ui/time/when.tsx'

/** Says a change of the trail for people: which member, and its values in the language and spelling of the person. */
export function useChangeWords() {
  const { t, i18n } = useLingui()
  const word = useWords(memberWords)
  const actor = useWords(actorWords)
  const state = useWords(stateWords)
  const value = (given: unknown): string => {
    if (given === null || given === undefined || given === '') return '—'
    if (typeof given === 'boolean') return given ? t`Yes` : t`No`
    if (typeof given === 'number') return i18n.number(given, { maximumFractionDigits: 10 })
    if (typeof given === 'string') {
      if (Object.hasOwn(stateWords, given)) return state(given)
      const stop = stopLine.exec(given)
      if (!stop) return textOf(given, (date, format) => i18n.date(date, format))
      return [state(stop[1]!), ...[stop[2], stop[3]].filter(isInstant).map((at) => value(at))].join(' · ')
    }
    if (Array.isArray(given)) return listText(given)
    return Object.entries(given)
      .map(([name, inner]) => `${word(name)}: ${value(inner)}`)
      .join(', ')
  }
  const listText = (given: readonly unknown[]): string => {
    if (given.length === 0) return '—'
    if (given.every(isId)) return t`${plural(given.length, { one: '# record', other: '# records' })}`
    return given.map(value).join(', ')
  }
  /** Before and after; of long lists only the entries that differ, with their numbers. */
  const change = (before: unknown, after: unknown): [string, string] => {
    if (!isStops(before) || !isStops(after)) return [value(before), value(after)]
    const places = Array.from({ length: Math.max(before.length, after.length) }, (_, at) => at)
    const changed = places.filter((at) => before[at] !== after[at])
    const say = (list: readonly string[]) =>
      changed.flatMap((at) => (list[at] === undefined ? [] : [`${at + 1}: ${value(list[at])}`])).join(', ') || '—'
    return [say(before), say(after)]
  }
  return { actor, member: (path: string) => spokenPath(path, word), value, change }
}

const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** A stop of a trip as the trail keeps it: its id, its status, and when it begins and ends. */
const stopLine = new RegExp(`^${id} ([A-Z_]+) (\\S+) (\\S+)$`)

function isId(given: unknown): boolean {
  return typeof given === 'string' && new RegExp(`^${id}$`).test(given)
}

function isInstant(given: string | undefined): given is string {
  return given !== undefined && /^\d{4}-\d\d-\d\dT/.test(given)
}

function isStops(given: unknown): given is readonly string[] {
  return Array.isArray(given) && given.every((one) => typeof one === 'string' && stopLine.test(one))
}

/**
 * A dotted path in words: `consignments.0.delivery_stop.date` is `Delivery · Date`, `consignments.1.goods.0.quantity`
 * is `Consignment 2 · Goods 1 · Quantity`. The first consignment goes without saying: most orders have one.
 */
export function spokenPath(path: string, word: (name: string) => string): string {
  const names: string[] = []
  for (const [at, part] of path.split('.').entries()) {
    if (!/^\d+$/.test(part) || at === 0) names.push(word(part))
    else names.push(`${names.pop()} ${Number(part) + 1}`)
  }
  const isNested = names.length > 1 && path.startsWith('consignments.0.')
  return (isNested ? names.slice(1) : names).join(' · ')
}

type FormatDate = (date: Date, format: Intl.DateTimeFormatOptions) => string

const day: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeZone: 'UTC' }

function textOf(text: string, format: FormatDate): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return format(new Date(`${text}T00:00:00Z`), day)
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)) return format(new Date(text), dayAndTime())
  // Codes of the interface; what people typed in capitals, such as a plate, has digits or is one word.
  if (/^[A-Z]+(_[A-Z]+)+$/.test(text)) return wordsOf(text)
  return text
}
