import { readDay } from '@cartage/contract/reading/day'
import type { AppResourceAllocation } from '@cartage/contract/resources/app/groups'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useResourceChange } from '../../records/resource.queries.ts'
import { DayInput, useReading } from '../../ui/form/typed-time.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { endAllocation } from './queries.ts'

/** Why a resource is in a group. */
export function AllocationKind({ kind }: { kind: AppResourceAllocation['kind'] }) {
  if (kind === 'FIXED') return <Trans>Fixed</Trans>
  return kind === 'COMBINED' ? <Trans>Combination</Trans> : <Trans>Rotation</Trans>
}

/** Period of a resource in a group. The last day is edited in place, for the whole combination or rotation. */
export function AllocationDays({ allocation, isEditable }: { allocation: AppResourceAllocation; isEditable: boolean }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useResourceChange()
  const [isOpen, setIsOpen] = useState(false)
  const { id, starts_on, ends_on, turn, turn_days, resource_group_name: group } = allocation
  const end = (day: string) => {
    setIsOpen(false)
    if (day === ends_on) return
    change.mutate(() => endAllocation(id, day), {
      onSuccess: () => toasts.done(t`${group}: until ${day}`),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {starts_on === null ? ends_on !== null && t`until` : `${starts_on} –`}{' '}
      {isOpen ? (
        <LastDay label={t`Until, in ${group}`} day={ends_on ?? ''} onEnd={end} onLeave={() => setIsOpen(false)} />
      ) : isEditable ? (
        <button
          type="button"
          className="min-h-6 rounded-md px-1 underline decoration-dotted hover:bg-hover"
          onClick={() => setIsOpen(true)}
        >
          {ends_on ?? t`No end date`}
          <span className="sr-only">
            {' '}
            <Trans>Set last day</Trans>
          </span>
        </button>
      ) : (
        (ends_on ?? t`No end date`)
      )}
      {turn !== null && (
        <span className="text-ink-3">
          <Trans>
            turn {turn}, <Plural value={turn_days ?? 0} one="# day" other="# days" />
          </Trans>
        </span>
      )}
    </span>
  )
}

/** A day edited in place: Enter or leaving the field saves it, Escape cancels. */
function LastDay({
  label,
  day,
  onEnd,
  onLeave,
}: {
  label: string
  day: string
  onEnd: (day: string) => void
  onLeave: () => void
}) {
  const { t } = useLingui()
  const { today, language } = useReading()
  const [text, setText] = useState(day)
  const [isUnread, setIsUnread] = useState(false)
  const set = () => {
    if (text.trim() === '') return onLeave()
    const read = readDay(text, today, language)
    if (read === undefined) setIsUnread(true)
    else onEnd(read)
  }
  return (
    <span>
      <DayInput
        className="field w-44"
        aria-label={label}
        aria-invalid={isUnread}
        autoFocus
        value={text}
        onChange={setText}
        onBlur={set}
        onKeyDown={(event) => {
          if (event.key === 'Enter') set()
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onLeave()
        }}
      />
      {isUnread && (
        <span role="alert" className="block text-[12px] text-red">
          {t`Date not recognised. Try 25-11, tomorrow, +2.`}
        </span>
      )}
    </span>
  )
}
