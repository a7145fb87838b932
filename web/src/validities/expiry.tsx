import { soonUntil } from '@cartage/contract/validities/soon'
import { useLingui } from '@lingui/react/macro'
import { CalendarCheck, CalendarClock } from '../ui/icons.tsx'
import { Tag } from '../ui/status.tsx'
import { whenText } from '../ui/time/when.tsx'
import { CalendarX } from './icons.tsx'

/** Whether an end has passed, is soon, or is later. */
export function expiryOf(endsAt: string | null, now: number): 'expired' | 'soon' | 'valid' {
  if (endsAt === null) return 'valid'
  const end = Date.parse(endsAt)
  if (end <= now) return 'expired'
  return end < soonUntil(now) ? 'soon' : 'valid'
}

/** The relevant end: the planning end or the legal one, whichever comes first. */
export function firstEnd(planned: string | null, legal: string | null): string | null {
  if (planned === null || legal === null) return planned ?? legal
  return Date.parse(planned) < Date.parse(legal) ? planned : legal
}

/** Expiry date: red once passed, amber while it is soon. */
export function Expiry({ endsAt, what }: { endsAt: string; what?: string }) {
  const { t, i18n } = useLingui()
  const date = whenText(new Date(endsAt), i18n.locales ?? i18n.locale, true)
  const state = expiryOf(endsAt, Date.now())
  const text = what === undefined ? date : `${what} · ${date}`
  if (state === 'expired') {
    return <Tag badge={{ word: text, tone: 'red', icon: CalendarX }} title={t`Expired ${date}`} />
  }
  if (state === 'soon') {
    return <Tag badge={{ word: text, tone: 'amber', icon: CalendarClock }} title={t`Expires ${date}`} />
  }
  return <Tag badge={{ word: text, tone: 'grey', icon: CalendarCheck }} title={t`Expires ${date}`} />
}
