import type { UnavailabilityRowResult } from '@cartage/contract/unavailabilities/app/batch'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleMinus, CircleX, MoveRight } from '../../ui/icons.tsx'
import { StatusBadge } from '../../ui/status.tsx'
import { CircleEqual } from '../icons.tsx'
import type { EventFault } from './event-fault.ts'
import { countsOf, type IcsRow } from './rows.ts'

/** Predicted or actual result of an event's times. */
export function IcsOutcome({
  row,
  results,
  isDone,
}: {
  row: IcsRow
  results: readonly UnavailabilityRowResult[] | undefined
  isDone: boolean
}) {
  const { t } = useLingui()
  if (row.whom === null) return <Trans>Choose a resource</Trans>
  if (!row.isChosen) return <Trans>Skipped</Trans>
  if (!results) return <span className="skeleton inline-block h-3 w-24" />
  const { CREATED, MOVED, REMOVED, UNCHANGED, REFUSED } = countsOf(results)
  const isOff = row.event.times.every(({ is_cancelled }) => is_cancelled)
  const numbers = [
    CREATED > 0 && (isDone ? t`${CREATED} created` : t`${CREATED} new`),
    MOVED > 0 && (isDone ? t`${MOVED} moved` : t`${MOVED} to move`),
    REMOVED > 0 && (isDone ? t`${REMOVED} removed` : t`${REMOVED} to remove`),
    UNCHANGED > 0 && !isOff && t`${UNCHANGED} unchanged`,
    REFUSED > 0 && t`${REFUSED} rejected`,
  ].filter((text) => text !== false)
  const message = results.find((result) => result.message !== null)?.message
  const side = results.length > 1 && numbers.length > 0 ? numbers.join(', ') : message
  return (
    <span className="flex items-center gap-2" title={message ?? undefined}>
      <Badge counts={{ CREATED, MOVED, REMOVED, UNCHANGED, REFUSED }} isOff={isOff} isDone={isDone} />
      <span className="min-w-0 truncate text-ink-2">{side}</span>
    </span>
  )
}

function Badge({
  counts: { CREATED, MOVED, REMOVED, REFUSED },
  isOff,
  isDone,
}: {
  counts: Omit<ReturnType<typeof countsOf>, 'changes'>
  isOff: boolean
  isDone: boolean
}) {
  const { t } = useLingui()
  if (REFUSED > 0) return <StatusBadge badge={{ word: t`Rejected`, tone: 'red', icon: CircleX }} />
  if (CREATED > 0)
    return <StatusBadge badge={{ word: isDone ? t`Created` : t`New`, tone: 'green', icon: CircleCheck }} />
  if (MOVED > 0) return <StatusBadge badge={{ word: isDone ? t`Moved` : t`To move`, tone: 'amber', icon: MoveRight }} />
  if (REMOVED > 0) {
    return (
      <StatusBadge badge={{ word: isDone ? t`Removed` : t`Cancelled: to remove`, tone: 'amber', icon: CircleMinus }} />
    )
  }
  if (isOff) return <StatusBadge badge={{ word: t`Cancelled`, tone: 'grey', icon: CircleMinus }} />
  return <StatusBadge badge={{ word: t`Already exists`, tone: 'grey', icon: CircleEqual }} />
}

/** Why an event is unreadable. */
export function FaultOutcome({ fault }: { fault: EventFault }) {
  const { t } = useLingui()
  const labels = {
    start: t`Start date or time not readable.`,
    end: t`Ends before it starts.`,
    zone: t`Unknown time zone, not defined in the file.`,
    repeat: t`Recurrence not supported. Add it by hand.`,
  }
  return (
    <span className="flex items-center gap-2">
      <StatusBadge badge={{ word: t`Rejected`, tone: 'red', icon: CircleX }} />
      <span className="text-ink-2">{labels[fault]}</span>
    </span>
  )
}
