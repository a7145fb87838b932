import type { PriceIndexRecord } from '@cartage/contract/rates/app/indexes'
import { useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleX, TriangleAlert } from '../../ui/icons.tsx'
import { type BadgeStyle, StatusBadge } from '../../ui/status.tsx'
import { todayOf } from '../../ui/time/zone.ts'
import { useDayText } from '../days.tsx'
import { endOfIndex } from './index-end.ts'

/** Whether an index has a value today, and its last day. */
export function IndexState({ index }: { index: Pick<PriceIndexRecord, 'values' | 'lasts_days'> }) {
  const { t } = useLingui()
  const dayText = useDayText()
  const { state, lastDay } = endOfIndex(index, todayOf(new Date()))
  const last = lastDay === null ? '' : dayText(lastDay)
  const badges: Readonly<Record<typeof state, BadgeStyle>> = {
    EMPTY: { word: t`No values`, tone: 'red', icon: CircleX },
    ENDED: { word: t`Ended ${last}`, tone: 'red', icon: CircleX },
    ENDING: { word: t`Ends ${last}`, tone: 'amber', icon: TriangleAlert },
    LASTING: { word: last === '' ? t`Up to date` : t`Until ${last}`, tone: 'green', icon: CircleCheck },
  }
  return <StatusBadge badge={badges[state]} />
}
