import type { InboxItem } from '@cartage/contract/messages/app/record'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { ReasonDialog } from '../lists/reason.dialog.tsx'
import { useLabels } from '../records/code-labels.ts'
import { Loaded } from '../records/loaded.tsx'
import { recordLabels } from '../records/record.labels.ts'
import { SenderName } from '../records/sender-name.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Ban, Link2, Pencil, RotateCw } from '../ui/icons.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { Section, SidePanel } from '../ui/overlay/side-panel.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { Properties, Property } from '../ui/properties/properties.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import type { ListProps } from './address.ts'
import { ItemState, useMessageKind } from './labels.tsx'
import { type ItemAction, itemQuery, useItemAction } from './queries.ts'

// Loaded when it is opened.
const ResolveDialog = lazy(async () => ({ default: (await import('./resolve.dialog.tsx')).ResolveDialog }))

/** One inbox item: what did not match, why, and possible actions. */
export function InboxPanel({
  itemId,
  onClose,
  onChange,
}: {
  itemId: string
  onClose: () => void
  onChange: ListProps['onChange']
}) {
  const { t } = useLingui()
  const kindLabel = useMessageKind()
  const query = useQuery(itemQuery(itemId))
  const item = query.data
  return (
    <SidePanel
      isWide
      label={t`Inbox item`}
      title={
        item && (
          <>
            <span className="truncate">{kindLabel(item.kind)}</span>
            <ItemState status={item.status} />
          </>
        )
      }
      onClose={onClose}
    >
      <Loaded query={query}>{(one) => <Facts item={one} onClose={onClose} onChange={onChange} />}</Loaded>
    </SidePanel>
  )
}

function Facts({ item, onClose, onChange }: { item: InboxItem; onClose: () => void; onChange: ListProps['onChange'] }) {
  const { t } = useLingui()
  const mayWrite = usePermission('message.write')
  const recordLabel = useLabels(recordLabels)
  return (
    <>
      <Section>
        <p className="font-medium">{item.reason}</p>
        {item.last_failure !== null && item.last_failure !== item.reason && (
          <p className="pt-1 text-ink-2">
            <Trans>Last attempt: {item.last_failure}</Trans>
          </p>
        )}
        {mayWrite && item.status === 'OPEN' && <Actions item={item} onSettled={onClose} />}
      </Section>
      <Section>
        <Properties>
          <Property name={t({ message: 'From', context: 'sender' })}>
            <SenderName name={item.party} kind={item.party_kind} />
          </Property>
          <Property name={t`First received`}>
            <RelativeTime instant={item.created_at} />
          </Property>
          <Property name={t`Last received`}>
            <RelativeTime instant={item.last_at} /> <span className="tnum text-ink-3">({item.occurrences}×)</span>
          </Property>
          <Property name={t`Part`}>
            {placeOf(
              item,
              t`whole message`,
              t`${plural(item.part_count, { one: '# part of the message', other: '# parts of the message' })}`,
            )}
          </Property>
          <Origin item={item} onChange={onChange} />
          {item.dismissal !== null && <Property name={t`Dismissed`}>{item.dismissal}</Property>}
          {item.entity_id !== null && (
            <Property name={t`Applied to`}>
              {recordLabel(item.entity_type ?? '')} {item.entity_name ?? item.entity_id}
            </Property>
          )}
          {item.closed_at !== null && (
            <Property name={t`Closed`}>
              <RelativeTime instant={item.closed_at} />
              {' · '}
              <SenderName name={item.closed_by} kind={item.closed_by_kind} />
            </Property>
          )}
        </Properties>
      </Section>
      <Section title={<Trans>Payload</Trans>}>
        <JsonView label={t`Payload`} value={item.item} />
      </Section>
    </>
  )
}

function placeOf({ path, part_count }: InboxItem, whole: string, many: string): string {
  if (path === '') return whole
  return part_count > 1 ? many : path
}

const linkClass = 'font-mono text-[11.5px] font-medium text-brand-ink underline-offset-2 hover:underline'

/** Origin of the item: an upload or message. */
function Origin({ item: { message_id, upload_id }, onChange }: { item: InboxItem; onChange: ListProps['onChange'] }) {
  const { t } = useLingui()
  if (upload_id !== null) {
    return (
      <Property name={t`Upload`}>
        <Link to="/uploads" search={{ peek: upload_id }} className={linkClass}>
          {upload_id}
        </Link>
      </Property>
    )
  }
  if (message_id === null) return null
  return (
    <Property name={t`Message`}>
      <button
        type="button"
        className={linkClass}
        onClick={() => onChange({ tab: undefined, peek: message_id, item: undefined })}
      >
        {message_id}
      </button>
    </Property>
  )
}

/** Opens an uploaded order as a form; a cancellation has nothing to correct. */
function Correct({ item: { upload_id, item } }: { item: InboxItem }) {
  const mayEnter = usePermission('order.write')
  const isCancellation = typeof item === 'object' && item !== null && 'operation' in item && item.operation === 'DELETE'
  if (upload_id === null || isCancellation || !mayEnter) return null
  return (
    <Link to="/orders/new" search={{ upload: upload_id }} className="btn btn-outline">
      <Pencil size={14} aria-hidden="true" />
      <Trans>Correct…</Trans>
    </Link>
  )
}

function Actions({ item, onSettled }: { item: InboxItem; onSettled: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { mutate, isPending } = useItemAction(item.id)
  const [openDialog, setOpenDialog] = useState<'resolve' | 'dismiss'>()
  function run(action: ItemAction) {
    mutate(action, {
      onSuccess: (after) => {
        setOpenDialog(undefined)
        if (after.upload_id !== null && after.status === 'OPEN') {
          toasts.done(t`Upload queued to run again`)
          onSettled()
          return
        }
        if (after.status === 'OPEN') {
          toasts.failed({ title: t`Still no match`, message: after.last_failure ?? after.reason })
          return
        }
        toasts.done(after.status === 'RESOLVED' ? t`Item resolved` : t`Item dismissed`)
        onSettled()
      },
      onError: (error) => toasts.failed(failureOf(error)),
    })
  }
  return (
    <div className="flex gap-1.5 pt-3">
      {item.target_type != null && (
        <Button icon={Link2} variant="brand" onClick={() => setOpenDialog('resolve')}>
          <Trans>Match…</Trans>
        </Button>
      )}
      <Button icon={RotateCw} onClick={() => run({ kind: 'retry' })} isBusy={isPending}>
        {item.upload_id !== null ? <Trans>Run again</Trans> : <Trans>Retry</Trans>}
      </Button>
      <Correct item={item} />
      <Button icon={Ban} onClick={() => setOpenDialog('dismiss')}>
        <Trans>Dismiss…</Trans>
      </Button>
      {openDialog === 'resolve' && (
        <LateDialog>
          <ResolveDialog item={item} onClose={() => setOpenDialog(undefined)} onChoose={run} isBusy={isPending} />
        </LateDialog>
      )}
      <ReasonDialog
        isOpen={openDialog === 'dismiss'}
        title={t`Dismiss item`}
        verb={t`Dismiss`}
        onClose={() => setOpenDialog(undefined)}
        onConfirm={(reason) => run({ kind: 'dismiss', reason })}
      />
    </div>
  )
}
