import type { Answer } from '@cartage/contract/endpoint'
import type {
  listTelematicsConnections,
  TelematicsConnection,
  TelematicsSource,
} from '@cartage/contract/positions/app/connections'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { SettingsBody } from '../settings/page-body.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { CheckField } from '../ui/form/checkbox.tsx'
import { MoreHorizontal, Pencil, Plus, Radio, RotateCcw, Trash2, TriangleAlert } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { ConnectionDialog, TokenDialog } from './connection.dialog.tsx'
import { connectionsQuery, useConnectionActions } from './connections.queries.ts'
import { VehicleDialog } from './vehicle.dialog.tsx'

type DriverPageAnswer = Answer<typeof listTelematicsConnections>['driver_page']

/** Position sources, the last report of each device, and its vehicle (TELE-5). */
export function ConnectionsPage() {
  const { t } = useLingui()
  const mayWrite = usePermission('credential.write')
  const query = useQuery(connectionsQuery)
  const [isAdding, setIsAdding] = useState(false)
  const { items, forward_url } = query.data ?? {}
  return (
    <SettingsBody
      title={t`Telematics connections`}
      text={<Trans>Positions come from rFMS services of manufacturers, from Traccar and from webhooks.</Trans>}
      permission="setting.read"
      actions={
        mayWrite && (
          <Button variant="brand" icon={Plus} onClick={() => setIsAdding(true)}>
            <Trans>Add connection</Trans>
          </Button>
        )
      }
    >
      {query.error !== null && items === undefined && (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      )}
      {items?.length === 0 && (
        <EmptyState
          icon={Radio}
          title={t`No connections yet`}
          text={t`Add the service of your vehicles, or create webhook credentials for it.`}
        />
      )}
      {items?.map((one) => (
        <Connection key={one.connection_key} connection={one} forwardUrl={forward_url ?? null} mayWrite={mayWrite} />
      ))}
      {query.data && <DriverPage page={query.data.driver_page} />}
      {isAdding && <ConnectionDialog forwardUrl={forward_url ?? null} onClose={() => setIsAdding(false)} />}
    </SettingsBody>
  )
}

/** Position sharing on the driver page: whether it is allowed, and which drivers share theirs (LINK-10). */
function DriverPage({ page }: { page: DriverPageAnswer }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const mayWrite = usePermission('setting.write')
  const { allow } = useConnectionActions()
  const { is_allowed, drivers } = page
  const columns: readonly PlainColumn<DriverPageAnswer['drivers'][number]>[] = [
    { id: 'name', title: t`Driver`, cell: (one) => one.name },
    { id: 'agreed', title: t`Consent since`, width: 'w-48', cell: (one) => <RelativeTime instant={one.agreed_at} /> },
    {
      id: 'position',
      title: t`Last position`,
      width: 'w-48',
      cell: (one) => one.recorded_at !== null && <RelativeTime instant={one.recorded_at} />,
    },
  ]
  return (
    <section aria-label={t`Driver’s page`} className="grid gap-2">
      <h3 className="font-semibold">
        <Trans>Driver’s page</Trans>
      </h3>
      <CheckField
        isOn={is_allowed}
        disabled={!mayWrite || allow.isPending}
        onChange={(isOn) => allow.mutate(isOn, { onError: (error) => toasts.failed(failureOf(error)) })}
      >
        <Trans>Drivers may share the position of their phone during a trip. Each of them agrees on the phone.</Trans>
      </CheckField>
      {is_allowed && drivers.length > 0 && (
        <PlainTable
          label={t`Drivers who share their position`}
          columns={columns}
          rows={drivers}
          keyOf={(row) => row.resource_id}
        />
      )}
    </section>
  )
}

interface ConnectionProps {
  connection: TelematicsConnection
  forwardUrl: string | null
  mayWrite: boolean
}

function Connection({ connection, forwardUrl, mayWrite }: ConnectionProps) {
  const { t } = useLingui()
  const [isChanging, setIsChanging] = useState(false)
  const { name, kind, heard_at, failure, is_to_change, sources, base_url, is_paused } = connection
  const kindLabel = { RFMS: 'rFMS', TRACCAR: 'Traccar', WEBHOOK: t`Webhook` }[kind]
  return (
    <article aria-label={name} className="grid gap-2 border-b border-line pb-4">
      <div className="flex items-center gap-2">
        <h3 className="font-semibold">{name}</h3>
        <span className="text-ink-2">{kindLabel}</span>
        {is_paused && (
          <span className="text-ink-2">
            <Trans context="connection">Paused</Trans>
          </span>
        )}
        <span className="min-w-0 flex-1 truncate text-[12px] text-ink-2">{base_url}</span>
        <span className="text-[12px] text-ink-2">
          {heard_at === null ? <Trans>Has sent nothing yet</Trans> : <RelativeTime instant={heard_at} />}
        </span>
        {mayWrite && kind !== 'WEBHOOK' && (
          <ConnectionMenu connection={connection} forwardUrl={forwardUrl} onChange={() => setIsChanging(true)} />
        )}
      </div>
      {failure !== null && (
        <Notice icon={TriangleAlert} tone="amber">
          {failure}{' '}
          {mayWrite && is_to_change && (
            <Button variant="ghost" onClick={() => setIsChanging(true)}>
              <Trans>Change</Trans>
            </Button>
          )}
        </Notice>
      )}
      {sources.length > 0 && <Sources connection={connection} />}
      {isChanging && (
        <ConnectionDialog connection={connection} forwardUrl={forwardUrl} onClose={() => setIsChanging(false)} />
      )}
    </article>
  )
}

/** Actions on a connection. */
function ConnectionMenu({
  connection,
  forwardUrl,
  onChange,
}: Omit<ConnectionProps, 'mayWrite'> & { onChange: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { renew } = useConnectionActions()
  const [isRemoving, setIsRemoving] = useState(false)
  const { connection_key, has_token } = connection
  const onError = (error: unknown) => toasts.failed(failureOf(error))
  const token = renew.data?.token
  return (
    <>
      <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More`} />}>
        <MenuItem icon={Pencil} onSelect={onChange}>
          <Trans>Change</Trans>
        </MenuItem>
        {has_token && (
          <MenuItem icon={RotateCcw} onSelect={() => renew.mutate(connection_key, { onError })}>
            <Trans>New token</Trans>
          </MenuItem>
        )}
        <MenuItem icon={Trash2} onSelect={() => setIsRemoving(true)}>
          <Trans>Remove</Trans>
        </MenuItem>
      </Menu>
      {token && <TokenDialog token={token} forwardUrl={forwardUrl} onClose={renew.reset} />}
      {isRemoving && <RemoveConnection connection={connection} onClose={() => setIsRemoving(false)} />}
    </>
  )
}

function Sources({ connection }: { connection: TelematicsConnection }) {
  const { t } = useLingui()
  const mayChoose = usePermission('resource.write')
  const [chosen, setChosen] = useState<TelematicsSource>()
  const columns: readonly PlainColumn<TelematicsSource>[] = [
    { id: 'source', title: t`Device`, cell: (one) => one.source_key },
    { id: 'label', title: t`Plate or name`, width: 'w-48', cell: (one) => one.plate ?? one.label },
    {
      id: 'position',
      title: t`Last position`,
      width: 'w-32',
      cell: (one) => one.recorded_at !== null && <RelativeTime instant={one.recorded_at} />,
    },
    { id: 'vehicle', title: t`Vehicle`, width: 'w-48', cell: (one) => one.resource_name ?? t`Matches no vehicle` },
    {
      id: 'actions',
      title: '',
      width: 'w-40',
      cell: (one) =>
        mayChoose && (
          <Button variant="ghost" onClick={() => setChosen(one)}>
            {one.resource_id === null ? <Trans>This is vehicle…</Trans> : <Trans>Change</Trans>}
          </Button>
        ),
    },
  ]
  return (
    <>
      <PlainTable
        label={t`Devices of ${connection.name}`}
        columns={columns}
        rows={connection.sources}
        keyOf={(row) => row.source_key}
      />
      {chosen && <VehicleDialog connection={connection} source={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

function RemoveConnection({ connection, onClose }: { connection: TelematicsConnection; onClose: () => void }) {
  const { t } = useLingui()
  const { remove } = useConnectionActions()
  const { name, connection_key } = connection
  return (
    <Dialog isOpen onClose={onClose} title={t`Remove ${name}?`}>
      <div className="grid gap-3">
        {remove.error && <ErrorPanel {...failureOf(remove.error)} />}
        <p>
          <Trans>Positions it has sent stay. Which vehicle each device is has to be chosen again.</Trans>
        </p>
        <DialogFooter
          verb={<Trans>Remove</Trans>}
          onClose={onClose}
          onConfirm={() => remove.mutate(connection_key, { onSuccess: onClose })}
          isBusy={remove.isPending}
          isDangerous
        />
      </div>
    </Dialog>
  )
}
