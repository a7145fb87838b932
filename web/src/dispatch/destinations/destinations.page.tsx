import type { DispatchDestination } from '@cartage/contract/dispatch/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { SecretDialog } from '../../credentials/secret.dialog.tsx'
import { useLabels } from '../../records/code-labels.ts'
import { usePermission } from '../../session/permission.ts'
import { SettingsBody } from '../../settings/page-body.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Archive, Check, CircleCheck, MoreHorizontal, Pencil, Plus, RotateCcw, Send } from '../../ui/icons.tsx'
import { LateDialog } from '../../ui/overlay/late-dialog.tsx'
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { StatusBadge } from '../../ui/status.tsx'
import { type PlainColumn, PlainTable } from '../../ui/table/plain-table.tsx'
import { destinationsQuery } from '../queries.ts'
import { destinationLabels } from './labels.ts'
import { useDestinationChange } from './queries.ts'

// Loaded when they are opened.
const CreateDialog = lazy(async () => ({ default: (await import('./create.dialog.tsx')).CreateDestinationDialog }))
const EditDialog = lazy(async () => ({ default: (await import('./edit.dialog.tsx')).EditDestinationDialog }))

type Open =
  | { kind: 'create' }
  | { kind: 'edit'; destination: DispatchDestination }
  | { kind: 'secret'; name: string; secret: string }

/** Destinations for trips and bookings, each with its channel. */
export function DestinationsPage() {
  const { t } = useLingui()
  const mayWrite = usePermission('dispatch.write')
  const query = useQuery(destinationsQuery)
  const [open, setOpen] = useState<Open>()
  const columns = useColumns(mayWrite, (destination) => setOpen({ kind: 'edit', destination }))
  const rows = query.data?.items
  return (
    <SettingsBody
      title={t`Dispatch destinations`}
      text={<Trans>Carriers, fleet applications and terminals that receive trips and bookings over a channel.</Trans>}
      permission="dispatch.read"
      actions={
        mayWrite && (
          <Button variant="brand" icon={Plus} onClick={() => setOpen({ kind: 'create' })}>
            <Trans>Add destination</Trans>
          </Button>
        )
      }
    >
      {query.error !== null && rows === undefined ? (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState
          icon={Send}
          title={t`No destinations yet`}
          text={t`Add a carrier to dispatch trips to it over HTTPS, SFTP or a folder.`}
        />
      ) : (
        <PlainTable
          label={t`Dispatch destinations`}
          rows={rows}
          columns={columns}
          keyOf={(one) => one.dispatch_destination_id}
          isFaded={(one) => one.is_archived}
        />
      )}
      <LateDialog>
        {open?.kind === 'create' && (
          <CreateDialog
            onClose={() => setOpen(undefined)}
            onAdded={({ destination: { name }, secret }) =>
              setOpen(secret === null ? undefined : { kind: 'secret', name, secret })
            }
          />
        )}
        {open?.kind === 'edit' && <EditDialog destination={open.destination} onClose={() => setOpen(undefined)} />}
      </LateDialog>
      {open?.kind === 'secret' && (
        <SecretDialog
          title={t`Signing secret of ${open.name}`}
          text={<Trans>Give it to the partner to verify messages. It is shown only once.</Trans>}
          parts={[{ label: t`Signing secret`, text: open.secret }]}
          onClose={() => setOpen(undefined)}
        />
      )}
    </SettingsBody>
  )
}

function useColumns(
  mayWrite: boolean,
  onEdit: (destination: DispatchDestination) => void,
): readonly PlainColumn<DispatchDestination>[] {
  const { t } = useLingui()
  const labelOf = useLabels(destinationLabels)
  const more: PlainColumn<DispatchDestination> = {
    id: 'more',
    title: '',
    width: 'w-12',
    cell: (one) => <DestinationMenu destination={one} onEdit={() => onEdit(one)} />,
  }
  return [
    { id: 'name', title: t`Name`, cell: ({ name }) => <span className="block truncate font-medium">{name}</span> },
    { id: 'kind', title: t`Receives`, width: 'w-40', cell: ({ kind }) => labelOf(kind) },
    {
      id: 'for',
      title: t`For`,
      width: 'w-40',
      cell: ({ subcontractor_name, location_name, account_code }) => (
        <span className="block truncate">{subcontractor_name ?? location_name ?? account_code ?? t`All`}</span>
      ),
    },
    {
      id: 'channel',
      title: t`Channel`,
      cell: ({ channel, url }) =>
        channel === null ? (
          <span className="text-red">{t`Removed`}</span>
        ) : (
          <span className="block truncate" title={url ?? undefined}>
            {channel === 'FOLDER' ? t`Folder` : channel} <span className="text-ink-3">{url}</span>
          </span>
        ),
    },
    {
      id: 'automatic',
      title: t`Automatic`,
      width: 'w-24',
      cell: ({ is_automatic }) =>
        is_automatic ? <Check size={14} role="img" aria-label={t`Yes`} /> : <span className="text-ink-3">—</span>,
    },
    {
      id: 'state',
      title: t`Status`,
      width: 'w-26',
      cell: ({ is_archived }) =>
        is_archived ? (
          <StatusBadge badge={{ word: t`Archived`, tone: 'grey', icon: Archive }} />
        ) : (
          <StatusBadge badge={{ word: t`Active`, tone: 'green', icon: CircleCheck }} />
        ),
    },
    ...(mayWrite ? [more] : []),
  ]
}

function DestinationMenu({ destination, onEdit }: { destination: DispatchDestination; onEdit: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const change = useDestinationChange()
  const { name, dispatch_destination_id: id, is_archived } = destination
  const archive = (isArchived: boolean, done: string, undo?: () => void) =>
    change.mutate(
      { id, change: { is_archived: isArchived } },
      {
        onSuccess: () => toasts.done(done, undo && { word: t`Undo`, run: undo }),
        onError: (error) => toasts.failed(failureOf(error)),
      },
    )
  return (
    <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More for ${name}`} />}>
      {is_archived ? (
        <MenuItem icon={RotateCcw} onSelect={() => archive(false, t`${name} restored`)}>
          {t`Restore`}
        </MenuItem>
      ) : (
        <>
          <MenuItem icon={Pencil} onSelect={onEdit}>
            {t`Edit…`}
          </MenuItem>
          <MenuItem icon={Archive} onSelect={() => archive(true, t`${name} archived`, () => archive(false, t`Undone`))}>
            {t`Archive`}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
