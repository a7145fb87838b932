import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../records/loaded.tsx'
import { Button } from '../../ui/button.tsx'
import { RotateCw, Undo2 } from '../../ui/icons.tsx'
import { SidePanel } from '../../ui/overlay/side-panel.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { commandsQuery } from '../queries.ts'

/** Commands of all planners, newest first, each with undo or redo. */
export function HistoryPanel({
  isReadOnly,
  onClose,
  onGoBack,
}: {
  isReadOnly: boolean
  onClose: () => void
  onGoBack: (way: 'undo' | 'redo', commandId: string) => void
}) {
  const { t } = useLingui()
  const query = useQuery(commandsQuery)
  return (
    <SidePanel label={t`Planning history`} title={t`Planning history`} onClose={onClose}>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="py-3 text-ink-3">
              <Trans>Nothing was planned yet.</Trans>
            </p>
          ) : (
            <ul>
              {items.map(({ command_id, summary, by, at, status, override_reason }) => {
                const isUndone = status === 'UNDONE'
                return (
                  <li key={command_id} className="flex items-start gap-2 border-b border-line py-2 last:border-b-0">
                    <span className="min-w-0 flex-1">
                      <span className={isUndone ? 'block text-ink-3 line-through' : 'block'}>{summary}</span>
                      {override_reason !== null && <span className="block text-ink-2">{override_reason}</span>}
                      <span className="block text-[12px] text-ink-3">
                        {by} · <RelativeTime instant={at} />
                      </span>
                    </span>
                    {!isReadOnly && (
                      <Button
                        variant="ghost"
                        icon={isUndone ? RotateCw : Undo2}
                        onClick={() => onGoBack(isUndone ? 'redo' : 'undo', command_id)}
                      >
                        {isUndone ? <Trans>Redo</Trans> : <Trans>Undo</Trans>}
                      </Button>
                    )}
                  </li>
                )
              })}
            </ul>
          )
        }
      </Loaded>
    </SidePanel>
  )
}
