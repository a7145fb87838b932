import { useLingui } from '@lingui/react/macro'
import { useWords, wordsOf } from '../records/code-words.ts'
import { actorWords, memberWords } from '../records/member.words.ts'
import { dayAndTime } from '../ui/time/when.tsx'

/** Says a change of the trail for people: which member, and its values in the language and spelling of the person. */
export function useChangeWords() {
  const { t, i18n } = useLingui()
  const word = useWords(memberWords)
  const actor = useWords(actorWords)
  const value = (given: unknown): string => {
    if (given === null || given === undefined || given === '') return '—'
    if (typeof given === 'boolean') return given ? t`Yes` : t`No`
    if (typeof given === 'number') return i18n.number(given, { maximumFractionDigits: 10 })
    if (typeof given === 'string') return textOf(given, (date, format) => i18n.date(date, format))
    if (Array.isArray(given)) return given.length === 0 ? '—' : given.map(value).join(', ')
    return Object.entries(given)
      .map(([name, inner]) => `${word(name)}: ${value(inner)}`)
      .join(', ')
  }
  return { actor, member: (path: string) => spokenPath(path, word), value }
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
