import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Steps in chronological order, top to bottom. */
export function Steps({ label, children }: { label: string; children: ReactNode }) {
  return <ol aria-label={label}>{children}</ol>
}

/** One step. `isDone` fills its dot. */
export function Step({
  title,
  text,
  side,
  isDone,
  isLast = false,
}: {
  title: ReactNode
  text?: ReactNode
  /** At the end of the first line, usually a time. */
  side?: ReactNode
  isDone: boolean
  isLast?: boolean
}) {
  return (
    <li className="relative flex gap-2.5 pb-3 last:pb-0">
      {!isLast && <span className="absolute top-4 bottom-0 left-[5px] w-px bg-line-strong" aria-hidden="true" />}
      <span
        className={classNames(
          'mt-1 size-[11px] shrink-0 rounded-full border-2 border-brand',
          isDone ? 'bg-brand' : 'bg-surface',
        )}
        aria-hidden="true"
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
          {side !== undefined && <span className="tnum shrink-0 text-ink-2">{side}</span>}
        </div>
        {text !== undefined && <div className="text-[12px] text-ink-3">{text}</div>}
      </div>
    </li>
  )
}
