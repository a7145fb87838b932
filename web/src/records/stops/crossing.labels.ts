import type { PlannedCrossing } from '@cartage/contract/planning/app/crossing'
import { useLingui } from '@lingui/react/macro'
import { minutesText } from '../../ui/time/minutes-text.ts'
import { whenText } from '../../ui/time/when.tsx'

/** The displayed part of a crossing. The audit trail stores no more of it. */
export type SpokenCrossing = Omit<PlannedCrossing, 'lands_stop_id'>

/** Text of a crossing: `Ferry Stena Line · 7 h · leaves Tue 3 Mar, 22:00 · cabin`. */
export function useCrossingText(): (crossing: SpokenCrossing, zone?: string) => string {
  const { t, i18n } = useLingui()
  return ({ kind, line, minutes, departs_at, berth }, zone) => {
    const what = kind === 'TRAIN' ? t`Train` : t`Ferry`
    const at = departs_at === null ? null : whenText(new Date(departs_at), i18n.locales ?? i18n.locale, false, zone)
    const sleeps = berth === 'CABIN' ? t`cabin` : berth === 'BUNK' ? t`bunk` : null
    return [line === null ? what : `${what} ${line}`, minutesText(minutes), at && t`leaves ${at}`, sleeps]
      .filter((part) => part !== null)
      .join(' · ')
  }
}
