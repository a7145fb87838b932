import type { ErrorItem } from '@cartage/contract/errors'
import type { UploadDetail } from '@cartage/contract/orders/app/uploads'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Pencil, RotateCw } from '../ui/icons.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { Section, SidePanel } from '../ui/overlay/side-panel.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Properties, Property } from '../ui/properties/properties.tsx'
import { StatusBadge } from '../ui/status.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { RetryCause } from './bulk-bar.tsx'
import { Sender, Source } from './labels.tsx'
import { OrderLink } from './list.columns.tsx'
import { uploadQuery, useRetryUpload } from './queries.ts'
import { operationLabel, uploadBadge } from './status.labels.ts'

const linkClass = 'font-medium text-brand-ink underline-offset-2 hover:underline'

/** One upload: its result and reason, its request, and an action to repeat it. */
export function UploadPanel({ uploadId, onClose }: { uploadId: string; onClose: () => void }) {
  const { t } = useLingui()
  const query = useQuery(uploadQuery(uploadId))
  const upload = query.data
  return (
    <SidePanel
      isWide
      label={t`Upload`}
      title={
        upload && (
          <>
            <span className="truncate">{upload.order_identifier}</span>
            <StatusBadge badge={uploadBadge(upload.status)} />
          </>
        )
      }
      onClose={onClose}
    >
      {query.error !== null && (
        <div className="py-3">
          <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
        </div>
      )}
      {upload && <Reasons upload={upload} />}
      {upload && <Facts upload={upload} />}
      {upload && (
        <Section title={<Trans>Request body</Trans>}>
          <JsonView label={t`Request body`} value={upload.body} />
        </Section>
      )}
    </SidePanel>
  )
}

function Reasons({ upload }: { upload: UploadDetail }) {
  const mayWrite = usePermission('order.write')
  const { errors, warnings, status, cause, is_overtaken } = upload
  if (errors.length === 0 && warnings.length === 0) return null
  return (
    <Section>
      <Sentences items={errors} className="font-medium text-red" />
      <Sentences items={warnings} className="text-ink-2" />
      {status === 'ERROR' && is_overtaken && (
        <p className="pt-2 text-ink-2">
          <Trans>A later upload of this order succeeded: there is nothing left to do.</Trans>
        </p>
      )}
      {mayWrite && status === 'ERROR' && (
        <div className="flex flex-wrap gap-1.5 pt-3 empty:hidden">
          {!is_overtaken && <Retry uploadId={upload.id} />}
          {!is_overtaken && <Correct upload={upload} />}
          {cause !== null && <RetryCause cause={cause} />}
        </div>
      )}
    </Section>
  )
}

/** Opens the upload in a form, or the order it was to change. */
function Correct({ upload: { id, operation, order_id } }: { upload: UploadDetail }) {
  const word = (
    <>
      <Pencil size={14} aria-hidden="true" />
      <Trans>Correct…</Trans>
    </>
  )
  if (operation === 'DELETE') return null
  if (order_id !== null) {
    return (
      <Link to="/orders/$orderId/edit" params={{ orderId: order_id }} className="btn btn-outline">
        {word}
      </Link>
    )
  }
  if (operation !== 'CREATE') return null
  return (
    <Link to="/orders/new" search={{ upload: id }} className="btn btn-outline">
      {word}
    </Link>
  )
}

function Sentences({ items, className }: { items: readonly ErrorItem[]; className: string }) {
  return items.map(({ path, message }) => (
    <p key={`${path} ${message}`} className={`${className} pb-1 [overflow-wrap:anywhere]`}>
      {path !== null && <span className="font-mono text-[11.5px]">{path} </span>}
      {message}
    </p>
  ))
}

function Retry({ uploadId }: { uploadId: string }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const retry = useRetryUpload(uploadId)
  return (
    <Button
      icon={RotateCw}
      variant="brand"
      isBusy={retry.isPending}
      onClick={() =>
        retry.mutate(undefined, {
          onSuccess: () => toasts.done(t`Upload queued to run again`),
          onError: (error) => toasts.failed(failureOf(error)),
        })
      }
    >
      <Trans>Run again</Trans>
    </Button>
  )
}

function Facts({ upload }: { upload: UploadDetail }) {
  const { t } = useLingui()
  const mayReadMessages = usePermission('message.read')
  const [item] = upload.inbox_item_ids
  return (
    <Section>
      <Properties>
        <Property name={t`Operation`}>{operationLabel(upload.operation)}</Property>
        <Property name={t`Order`}>
          <OrderLink upload={upload} />
        </Property>
        <Property name={t`Source`}>
          <Source source={upload.source} />
        </Property>
        <Property name={t`Sent by`}>
          <Sender upload={upload} />
        </Property>
        <Property name={t({ message: 'Accepted', context: 'when' })}>
          <RelativeTime instant={upload.accepted_at} />
        </Property>
        <Property name={t`Finished`}>{upload.finished_at && <RelativeTime instant={upload.finished_at} />}</Property>
        {upload.run > 1 && (
          <Property name={t`Runs`}>
            <span className="tnum">{upload.run}</span>
          </Property>
        )}
        <Property name={t`Upload ID`}>
          <span className="font-mono text-[11.5px]">{upload.id}</span>{' '}
          <CopyButton text={upload.id} label={t`Copy ID`} />
        </Property>
        {mayReadMessages && upload.message_id !== null && (
          <Property name={t`Message`}>
            <Link to="/messages" search={{ peek: upload.message_id }} className={linkClass}>
              <Trans>View message</Trans>
            </Link>
          </Property>
        )}
        {mayReadMessages && item !== undefined && (
          <Property name={t`Inbox`}>
            <Link to="/messages" search={{ tab: 'inbox', item }} className={linkClass}>
              <Trans>View inbox item</Trans>
            </Link>
          </Property>
        )}
      </Properties>
    </Section>
  )
}
