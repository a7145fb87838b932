import type { ReplayResult } from '@cartage/contract/messages/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { failureOf } from '../api/failure.ts'
import { useLabels } from '../records/code-labels.ts'
import { recordLabels } from '../records/record.labels.ts'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { useDryRun, useReplay } from './queries.ts'

/** Previews what a message would change now, and applies it once confirmed. */
export function ReplayDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const attempt = useDryRun(messageId)
  const replay = useReplay(messageId)
  const mayWrite = usePermission('message.write')
  const { mutate } = attempt
  useEffect(() => mutate(), [mutate])
  const apply = () =>
    replay.mutate(undefined, {
      onSuccess: ({ status }) => {
        toasts.done(t`Message applied again: ${status}`)
        onClose()
      },
      onError: (error) => toasts.failed(failureOf(error)),
    })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      className="w-[640px]"
      title={t`Preview of changes`}
      text={t`This is a dry run. Nothing has changed yet.`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {mayWrite && (
            <Button variant="brand" onClick={apply} isBusy={replay.isPending} disabled={attempt.data === undefined}>
              <Trans>Apply</Trans>
            </Button>
          )}
        </>
      }
    >
      {attempt.error !== null && <ErrorPanel {...failureOf(attempt.error)} />}
      {attempt.isPending && <div className="skeleton h-24 w-full" />}
      {attempt.data && <Difference result={attempt.data} />}
    </Dialog>
  )
}

function Difference({ result }: { result: ReplayResult }) {
  const { t } = useLingui()
  const recordLabel = useLabels(recordLabels)
  const changed = result.records.filter((record) => Object.keys(record.changes).length > 0)
  return (
    <div className="flex flex-col gap-3">
      <p className="tnum">
        <Trans>
          Response then: <strong>{result.first_status}</strong>. Response now: <strong>{result.status}</strong>.
        </Trans>
      </p>
      {changed.length === 0 && (
        <p className="text-ink-2">
          <Trans>No changes.</Trans>
        </p>
      )}
      {changed.map((record) => (
        <table key={`${record.entity_type} ${record.entity_id}`} className="w-full table-fixed text-left">
          <caption className="pb-1 text-left font-medium">
            {recordLabel(record.entity_type)}{' '}
            <span className="font-mono text-[11.5px] text-ink-3">{record.entity_id}</span>
          </caption>
          <thead className="text-[12px] text-ink-2">
            <tr>
              <th scope="col" className="w-36 font-medium">{t`Field`}</th>
              <th scope="col" className="font-medium">{t`Before`}</th>
              <th scope="col" className="font-medium">{t`After`}</th>
            </tr>
          </thead>
          <tbody className="align-top font-mono text-[11.5px]">
            {Object.entries(record.changes).map(([name, { before, after }]) => (
              <tr key={name} className="border-t border-line">
                <td className="py-1 pr-2 [overflow-wrap:anywhere]">{name}</td>
                <td className="py-1 pr-2 text-red [overflow-wrap:anywhere]">{JSON.stringify(before)}</td>
                <td className="py-1 text-green [overflow-wrap:anywhere]">{JSON.stringify(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {result.unmatched.length > 0 && (
        <div>
          <h3 className="font-medium">
            <Trans>No match</Trans>
          </h3>
          <ul>
            {result.unmatched.map((item) => (
              <li key={item.path} className="text-ink-2">
                <span className="font-mono text-[11.5px]">{item.path || '/'}</span> {item.reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
