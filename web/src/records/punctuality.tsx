import type { Punctuality, StopFacts } from '@cartage/contract/orders/app/punctuality'
import { useLingui } from '@lingui/react/macro'
import { CircleCheck, ClockAlert, ClockArrowDown, ClockArrowUp } from '../ui/icons.tsx'
import { Tag } from '../ui/status.tsx'
import { minutesText } from '../ui/time/minutes-text.ts'

type Verdict = Pick<Punctuality, 'state' | 'minutes' | 'severity'> & { basis?: Punctuality['basis'] }

/** Punctuality of a stop: green on time, amber or red late, grey or amber early, depending on the minutes. */
export function PunctualityPill({ verdict }: { verdict: Verdict | null | undefined }) {
  const { t } = useLingui()
  if (!verdict) return null
  const length = minutesText(Math.abs(verdict.minutes))
  const tone = verdict.severity === 'SEVERE' ? 'red' : verdict.severity === 'SLIGHT' ? 'amber' : 'green'
  const by = { PLAN: t`planned`, ESTIMATE: t`ETA`, FACT: t`actual` } as const
  const basis = verdict.basis && Object.hasOwn(by, verdict.basis) ? ` (${by[verdict.basis as keyof typeof by]})` : ''
  switch (verdict.state) {
    case 'LATE':
      return (
        <Tag badge={{ word: `+${length}`, tone, icon: ClockArrowUp }} title={t`${length} after the window` + basis} />
      )
    case 'EARLY':
      return (
        <Tag
          badge={{ word: t`${length} early`, tone: tone === 'red' ? 'amber' : 'grey', icon: ClockArrowDown }}
          title={t`${length} before the window` + basis}
        />
      )
    case 'MISSED':
      return <Tag badge={{ word: t`Missed`, tone, icon: ClockAlert }} title={t`Window ended ${length} ago`} />
    default:
      return <Tag badge={{ word: t`On time`, tone, icon: CircleCheck }} title={t`Within the window` + basis} />
  }
}

/** Punctuality of one stop. */
export function factsOfStop(facts: readonly StopFacts[], stopId: string): StopFacts | undefined {
  return facts.find(({ stop_id }) => stop_id === stopId)
}
