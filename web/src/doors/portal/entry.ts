import { CallError } from '@cartage/contract/client'
import type { PortalDraft, PortalEntry } from '@cartage/contract/doors/app/portal-entry'
import { utcDay } from '@cartage/contract/reading/calendar'

interface Times {
  from: string
  to: string
}

interface Amount {
  quantity: string
  weight: string
}

/** New order form, keyed by stops and goods. */
export interface EntryForm {
  reference: string
  remark: string
  dates: Readonly<Record<string, string>>
  /** Stops whose day the user has not entered: it follows another stop's day. */
  following: readonly string[]
  times: Readonly<Record<string, Times>>
  goods: Readonly<Record<string, Amount>>
}

/** Initial form: times and quantities of the previous order, without days. */
export function emptyEntry({ stops, goods }: PortalDraft): EntryForm {
  const text = (amount: number | null) => (amount === null ? '' : String(amount))
  return {
    ...{ reference: '', remark: '', dates: {}, following: [] },
    times: Object.fromEntries(stops.map(({ key, from, to }) => [key, { from: from ?? '', to: to ?? '' }])),
    goods: Object.fromEntries(
      goods.map(({ key, quantity, weight_kg }) => [key, { quantity: text(quantity), weight: text(weight_kg) }]),
    ),
  }
}

const dayMs = 86_400_000

/** Sets the day of a stop; stops without an entered day follow at the same distance as in the previous order. */
export function withDate({ stops }: PortalDraft, form: EntryForm, key: string, date: string): EntryForm {
  const dates: Record<string, string> = { ...form.dates, [key]: date }
  // While typing, each digit of the year makes another date, and following days move along.
  const following = new Set(form.following.filter((other) => other !== key))
  const base = stops.find((stop) => stop.key === key)?.days_later
  if (date !== '' && base != null) {
    for (const { key: other, days_later } of stops) {
      if (other === key || days_later === null || (dates[other] && !following.has(other))) continue
      following.add(other)
      dates[other] = utcDay(Date.parse(date) + (days_later - base) * dayMs)
    }
  }
  return { ...form, dates, following: [...following] }
}

/** Request body. An unchanged weight follows the quantity. */
export function entryOf(draft: PortalDraft, form: EntryForm): PortalEntry {
  return {
    order_id: draft.order_id,
    reference: form.reference.trim() || null,
    remark: form.remark.trim() || null,
    stops: draft.stops.map(({ key }) => ({
      key,
      date: form.dates[key] || null,
      from: form.times[key]?.from || null,
      to: form.times[key]?.to || null,
    })),
    goods: draft.goods.flatMap(({ key, weight_kg }) => {
      const { quantity = '', weight = '' } = form.goods[key] ?? {}
      if (!(Number(quantity) > 0)) return []
      const isEntered = weight !== '' && Number(weight) !== weight_kg
      return [{ key, quantity: Number(quantity), weight_kg: isEntered ? Number(weight) : null }]
    }),
  }
}

/** Possible errors of a stop's fields. */
export type EntryFault = 'MISSING' | 'BEFORE_PICKUP' | 'TURNED' | 'OTHER'

/** Server errors by field path: `stops.…date`, `stops.…to` (DOOR-10). */
export function faultsOf(error: unknown): ReadonlyMap<string, EntryFault> {
  if (!(error instanceof CallError)) return new Map()
  const { errors = [] } = (error.body ?? {}) as { errors?: readonly { path: string; detail?: string | null }[] }
  return new Map(errors.map(({ path, detail }) => [path.replace(/^entry\./, ''), faultOf(path, detail ?? '')]))
}

function faultOf(path: string, detail: string): EntryFault {
  if (detail === 'missing') return 'MISSING'
  if (detail !== 'order') return 'OTHER'
  return path.endsWith('.to') ? 'TURNED' : 'BEFORE_PICKUP'
}
