import type { TaskRecord } from '@cartage/contract/accounting/app/tasks'
import { useLingui } from '@lingui/react/macro'
import { lazy, useMemo, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { usePermission } from '../../session/permission.ts'
import { useCommands } from '../../shell/commands.ts'
import { Button } from '../../ui/button.tsx'
import { CircleCheck, CircleX, RotateCw } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { type Mark, retryTasks, useTaskChange } from './queries.ts'

// Loaded when it is opened.
const MarkDialog = lazy(async () => ({ default: (await import('./mark.dialog.tsx')).MarkDialog }))

/** Task actions, with buttons and keyboard shortcuts. */
export function TaskActions({ task, onRetried }: { task: TaskRecord; onRetried: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const mayWrite = usePermission('task.write')
  const change = useTaskChange()
  const [asking, setAsking] = useState<Mark['status']>()
  const { task_id, status, has_retry, document } = task

  function retry() {
    change.mutate(
      async () => {
        const { items } = await retryTasks([task_id])
        const refused = items.find(({ is_done }) => !is_done)
        if (refused) throw new RetryRefused(refused.message ?? '')
      },
      {
        onSuccess: () => {
          toasts.done(status === 'FAILED' ? t`${document} is to be posted again` : t`${document} checked again`)
          if (status === 'FAILED') onRetried()
        },
        onError: (error) =>
          toasts.failed(
            error instanceof RetryRefused ? { title: t`Not retried`, message: error.message } : failureOf(error),
          ),
      },
    )
  }

  const mayRetry = mayWrite && ((status === 'FAILED' && !has_retry) || status === 'WAITING')
  const mayMark = mayWrite && status === 'TODO'
  const retryTitle = status === 'WAITING' ? t`Check again` : t`Retry`
  const commands = [
    ...(mayRetry ? [{ id: 'retry-task', title: retryTitle, icon: RotateCw, keys: 'r', run: retry }] : []),
    ...(mayMark
      ? [
          { id: 'mark-done', title: t`Mark as done`, icon: CircleCheck, keys: 'm', run: () => setAsking('COMPLETED') },
          { id: 'mark-failed', title: t`Mark as failed`, icon: CircleX, run: () => setAsking('FAILED') },
        ]
      : []),
  ]
  // The commands change with the task, not with the array identity.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useCommands(useMemo(() => commands, [task_id, status, mayRetry, mayMark, t]))
  if (commands.length === 0) return null
  return (
    <Section>
      <div className="flex flex-wrap gap-1.5">
        {commands.map(({ id, title, icon, run, ...rest }) => (
          <Button
            key={id}
            icon={icon}
            {...('keys' in rest && { keys: rest.keys })}
            disabled={change.isPending}
            onClick={run}
          >
            {title}
          </Button>
        ))}
      </div>
      {asking !== undefined && (
        <LateDialog>
          <MarkDialog task={task} status={asking} onClose={() => setAsking(undefined)} />
        </LateDialog>
      )}
    </Section>
  )
}

/** The server's reason why this task cannot be retried. */
class RetryRefused extends Error {}
