import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Check } from '../../ui/icons.tsx'

/** Progress of a stop on the rail. */
export type RailState = 'EXPECTED' | 'AT_STOP' | 'DONE' | 'CANCELLED'

const marks: Readonly<Record<RailState, string>> = {
  EXPECTED: 'bg-surface text-ink-3 shadow-[0_0_0_2px_var(--line-strong)_inset]',
  AT_STOP: 'bg-brand text-on-brand',
  DONE: 'bg-(--green-soft) text-green',
  CANCELLED: 'bg-hover text-ink-3',
}

interface RailStopProps {
  state: RailState
  /** Position of the stop, from 1. */
  place: number
  isLast: boolean
  children: ReactNode
}

/** A stop of a journey: its marker on the line with its details next to it. */
export function RailStop({ state, place, isLast, children }: RailStopProps) {
  return (
    <li className="relative flex gap-3 pb-5 last:pb-0">
      {!isLast && (
        <span
          aria-hidden="true"
          className={classNames('absolute top-8 bottom-0 left-[15px] w-0.5', state === 'DONE' ? 'bg-green' : 'bg-line')}
        />
      )}
      <span
        aria-hidden="true"
        className={classNames(
          'tnum flex size-8 shrink-0 items-center justify-center rounded-full text-[14px] font-semibold',
          marks[state],
        )}
      >
        {state === 'DONE' ? <Check size={18} /> : place}
      </span>
      <div className="min-w-0 flex-1 pt-1">{children}</div>
    </li>
  )
}
