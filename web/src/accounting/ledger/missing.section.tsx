import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureOf } from '../../api/failure.ts'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { RotateCw, TriangleAlert } from '../../ui/icons.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { retryTasks, useTaskChange } from '../tasks/queries.ts'
import { missingAccountsQuery } from './queries.ts'

/** Documents not booked because an account is missing, each with its task, which can be checked again at once. */
export function MissingSection() {
  const { t } = useLingui()
  const toasts = useToasts()
  const mayWrite = usePermission('task.write')
  const change = useTaskChange()
  const { items: tasks = [], total = 0 } = useQuery(missingAccountsQuery).data ?? {}
  if (tasks.length === 0) return null
  const retry = () =>
    change.mutate(() => retryTasks(tasks.map(({ task_id }) => task_id)), {
      onSuccess: () => toasts.done(t`Accounts checked again`),
      onError: (error) => toasts.failed(failureOf(error)),
    })
  return (
    <div className="p-4">
      <Notice icon={TriangleAlert} tone="amber">
        <p className="font-medium">
          <Plural
            value={total}
            one="# document is not booked: an account is missing"
            other="# documents are not booked: accounts are missing"
          />
        </p>
        <ul aria-label={t`Documents without an account`} className="flex flex-wrap gap-x-4 gap-y-1 py-1.5">
          {tasks.slice(0, 20).map(({ task_id, document, company_name }) => (
            <li key={task_id}>
              <Link to="/tasks" search={{ waiting_for: 'ACCOUNT', peek: task_id }} className="underline">
                {document}
              </Link>{' '}
              <span className="text-ink-2">{company_name}</span>
            </li>
          ))}
        </ul>
        <div className="flex gap-2">
          <Link to="/settings/reference" search={{ kind: 'accounts' }} className="btn btn-outline">
            <Trans>Open accounts</Trans>
          </Link>
          {mayWrite && (
            <Button icon={RotateCw} isBusy={change.isPending} onClick={retry}>
              <Trans>Check again</Trans>
            </Button>
          )}
        </div>
      </Notice>
    </div>
  )
}
