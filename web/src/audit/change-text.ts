import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { textOfCode, useLabels } from '../records/code-labels.ts'
import { actorLabels, memberLabels, stateLabels } from '../records/member.labels.ts'
import type { SpokenCrossing } from '../records/stops/crossing.labels.ts'
import { whenText } from '../ui/time/when.tsx'

/**
 * Formats audit changes: the member and its values in the user's language and notation.
 * @param crossingText formats a ferry or train; only needed on pages that can show one
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
  /** A member before and after on one line; trip stops take one line per changed stop, at most `mostStops`. */
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

/** One change: its subject, and its value before and after. */
interface ChangeLine {
  name: string
  title: string
  before: string
  after: string
}

/** Limit for trips whose many stops change at once. */
const mostStops = 6

type StopParts = readonly (string | undefined)[]

/** Status, start and end of a stop before and after; only differing parts if present in both. */
function partsThatDiffer(before: string | undefined, after: string | undefined): [StopParts, StopParts] {
  const [was, is] = [before, after].map((line) => stopLine.exec(line ?? '')?.slice(1) ?? []) as [string[], string[]]
  if (was.length === 0 || is.length === 0) return [was, is]
  const differs = (_: string, at: number) => was[at] !== is[at]
  return [was.filter(differs), is.filter(differs)]
}

const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** Trip stop as stored in the audit trail: id, status, start, end, and arrival once done. */
const stopLine = new RegExp(`^${id} ([A-Z_]+) (\\S+) (\\S+)(?: (\\S+))?$`)

function isId(given: unknown): boolean {
  return typeof given === 'string' && new RegExp(`^${id}$`).test(given)
}

/** Digests mean nothing to readers; the API has them. */
function isDigest(given: unknown): boolean {
  return typeof given === 'string' && /^[0-9a-f]{64}$/.test(given)
}

/** CROSS-5: the ferry or train of a trip. */
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
 * Readable form of a dotted path: `consignments.0.delivery_stop.date` is `Delivery · Date`,
 * `consignments.1.goods.0.quantity` is `Consignment 2 · Goods 1 · Quantity`. The first consignment is not named,
 * because most orders have only one.
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
  // Interface codes only: capitals typed by people, such as plates, contain digits or are one word.
  if (/^[A-Z]+(_[A-Z]+)+$/.test(text)) return textOfCode(text)
  return text
}

function dayText(text: string, locale: Intl.LocalesArgument): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return format.format(new Date(`${text}T00:00:00Z`))
}
