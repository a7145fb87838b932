import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { textOfCode, useLabels } from '../records/code-labels.ts'
import { actorLabels, memberLabels, stateLabels } from '../records/member.labels.ts'
import type { SpokenCrossing } from '../records/stops/crossing.labels.ts'
import { whenText } from '../ui/time/when.tsx'

/**
 * Says a change of the trail for people: which member, and its values in the language and spelling of the person.
 * @param crossingText how a ferry or train is said, where there may be some: most pages have none
 */
export function useChangeLabels(crossingText?: (crossing: SpokenCrossing) => string) {
  const { t, i18n } = useLingui()
  const memberLabel = useLabels(memberLabels)
  const actor = useLabels(actorLabels)
  const state = useLabels(stateLabels)
  const value = (given: unknown): string => {
    if (given === null || given === undefined || given === '') return '—'
    if (typeof given === 'boolean') return given ? t`Yes` : t`No`
    if (typeof given === 'number') return i18n.number(given, { maximumFractionDigits: 10 })
    if (typeof given === 'string') {
      if (Object.hasOwn(stateLabels, given)) return state(given)
      const stop = stopLine.exec(given)
      return stop ? stopText(stop.slice(1)) : textOf(given, i18n.locales ?? i18n.locale)
    }
    if (Array.isArray(given)) return listText(given)
    if (crossingText && isCrossing(given)) return crossingText(given)
    return Object.entries(given)
      .filter(([, inner]) => inner !== null && !isId(inner) && !isDigest(inner))
      .map(([name, inner]) => `${memberLabel(name)}: ${value(inner)}`)
      .join(', ')
  }
  const stopText = (parts: StopParts): string =>
    parts
      .filter((part) => part !== undefined && (/^[A-Z_]+$/.test(part) || isInstant(part)))
      .map((part) => value(part))
      .join(' · ') || '—'
  const member = (path: string) => spokenPath(path, memberLabel)
  const listText = (given: readonly unknown[]): string => {
    if (given.length === 0) return '—'
    if (given.every(isId)) return t`${plural(given.length, { one: '# record', other: '# records' })}`
    return given.map(value).join(', ')
  }
  /** A member before and after, in one line; the stops of a trip in a line for each that differs, at most `mostStops`. */
  const changes = (name: string, before: unknown, after: unknown): ChangeLine[] => {
    const title = member(name)
    if (!isStops(before) || !isStops(after)) return [{ name, title, before: value(before), after: value(after) }]
    const places = Array.from({ length: Math.max(before.length, after.length) }, (_, at) => at)
    const changed = places.filter((at) => before[at] !== after[at])
    const lines = changed.slice(0, mostStops).map((at) => {
      const [was, is] = partsThatDiffer(before[at], after[at])
      return { name: `${name}.${at}`, title: t`Stop ${at + 1}`, before: stopText(was), after: stopText(is) }
    })
    const left = changed.length - lines.length
    if (left === 0) return lines
    const more = t`${plural(left, { one: '# more stop', other: '# more stops' })}`
    return [...lines, { name: `${name}.more`, title: more, before: '…', after: '…' }]
  }
  return { actor, member, value, changes }
}

/** One line of a change: what it is about, and its value before and after in words. */
interface ChangeLine {
  name: string
  title: string
  before: string
  after: string
}

/** A trip of many stops changes all of them at once: so many are shown. */
const mostStops = 6

type StopParts = readonly (string | undefined)[]

/** Status, start and end of a stop before and after; where it is in both, only the parts that differ. */
function partsThatDiffer(before: string | undefined, after: string | undefined): [StopParts, StopParts] {
  const [was, is] = [before, after].map((line) => stopLine.exec(line ?? '')?.slice(1) ?? []) as [string[], string[]]
  if (was.length === 0 || is.length === 0) return [was, is]
  const differs = (_: string, at: number) => was[at] !== is[at]
  return [was.filter(differs), is.filter(differs)]
}

const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** A stop of a trip as the trail keeps it: its id, its status, when it begins and ends, and when it was reached once it is done. */
const stopLine = new RegExp(`^${id} ([A-Z_]+) (\\S+) (\\S+)(?: (\\S+))?$`)

function isId(given: unknown): boolean {
  return typeof given === 'string' && new RegExp(`^${id}$`).test(given)
}

/** A digest says nothing to people; the API shows it. */
function isDigest(given: unknown): boolean {
  return typeof given === 'string' && /^[0-9a-f]{64}$/.test(given)
}

/** CROSS-5: a ferry or train of a trip. */
function isCrossing(given: object): given is SpokenCrossing {
  return ['kind', 'line', 'minutes', 'departs_at', 'berth'].every((name) => Object.hasOwn(given, name))
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)
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

function textOf(text: string, locale: Intl.LocalesArgument): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayText(text, locale)
  if (isInstant(text)) return whenText(new Date(text), locale)
  // Codes of the interface; what people typed in capitals, such as a plate, has digits or is one word.
  if (/^[A-Z]+(_[A-Z]+)+$/.test(text)) return textOfCode(text)
  return text
}

function dayText(text: string, locale: Intl.LocalesArgument): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return format.format(new Date(`${text}T00:00:00Z`))
}
