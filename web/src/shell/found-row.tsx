import type { SearchResult } from '@cartage/contract/app/shell'
import { useLingui } from '@lingui/react/macro'
import { markedParts } from '../ui/marked-parts.ts'
import { OrderDay } from '../ui/time/local-day.tsx'
import { stateLabels } from './palette.labels.ts'

/** A record: name and identifier, below them route, day and driver, its state at the end. */
export function FoundRow({ found, typed, hasMore }: { found: SearchResult; typed: string; hasMore: boolean }) {
  const { t } = useLingui()
  const { title, text, route, day, driver, status } = found
  const word = status === null ? undefined : stateLabels[status]
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="flex gap-2">
          <span className="shrink-0">
            <Marked text={title} typed={typed} />
          </span>
          <span className="truncate text-ink-3">
            <Marked text={text} typed={typed} />
          </span>
        </span>
        {hasMore && (
          <span className="flex gap-2 text-[12px] text-ink-2">
            {route !== null && (
              <span className="truncate">
                <Marked text={route} typed={typed} />
              </span>
            )}
            {day !== null && <OrderDay date={day} />}
            {driver !== null && (
              <span className="truncate">
                <Marked text={driver} typed={typed} />
              </span>
            )}
          </span>
        )}
      </span>
      {status !== null && <span className="shrink-0 text-ink-2">{word === undefined ? status : t(word)}</span>}
    </>
  )
}

/** A text with the typed words marked, so that one sees why it was found. */
function Marked({ text, typed }: { text: string; typed: string }) {
  return markedParts(text, typed).map(({ at, part, isMarked }) =>
    isMarked ? (
      <mark key={at} className="bg-transparent font-semibold text-brand-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
