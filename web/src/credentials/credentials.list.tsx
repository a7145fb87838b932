import { Trans, useLingui } from '@lingui/react/macro'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { SettingsBody } from '../settings/page-body.tsx'
import { Button } from '../ui/button.tsx'
import { type IconComponent, Plus } from '../ui/icons.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { NewSecretDialog } from './create.dialog.tsx'
import { useCredentialColumns } from './list.columns.tsx'
import { type Credential, type CredentialKind, useRemove, useRotate } from './queries.ts'
import { RemoveDialog } from './remove.dialog.tsx'
import { RotateDialog } from './rotate.dialog.tsx'

interface CredentialsListProps<Row extends Credential> {
  kind: CredentialKind
  title: string
  /** Purpose of the credentials, in one sentence. */
  text: ReactNode
  /** Button that creates them. */
  verb: ReactNode
  /** Label of the id, as the other system calls it. */
  idLabel: string
  empty: { icon: IconComponent; title: string; text: string }
  query: UseQueryOptions<{ items: Row[] }, Error, { items: Row[] }, string[]>
  /** Columns between the name and the last use. */
  columns: readonly PlainColumn<Row>[]
  createDialog: (onClose: () => void) => ReactNode
}

type Open = { kind: 'create' } | { kind: 'rotate' | 'remove'; credential: Credential }

/**
 * Page of one credential kind. Only Super admins create, rotate and remove them; secrets are shown once (AUTH-8,
 * AUTH-9).
 */
export function CredentialsList<Row extends Credential>(props: CredentialsListProps<Row>) {
  const { kind, title, text, verb, idLabel, empty, createDialog } = props
  const mayWrite = usePermission('credential.write')
  const query = useQuery({ ...props.query, enabled: mayWrite })
  const [open, setOpen] = useState<Open>()
  const columns = useCredentialColumns<Row>({
    idLabel,
    columns: props.columns,
    onRotate: (credential) => setOpen({ kind: 'rotate', credential }),
    onRemove: (credential) => setOpen({ kind: 'remove', credential }),
  })
  const close = () => setOpen(undefined)
  const rows = query.data?.items
  return (
    <SettingsBody
      title={title}
      text={text}
      permission="credential.write"
      actions={
        <Button variant="brand" icon={Plus} onClick={() => setOpen({ kind: 'create' })}>
          {verb}
        </Button>
      }
    >
      {query.error !== null && rows === undefined ? (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      ) : rows?.length === 0 ? (
        <EmptyState {...empty} />
      ) : (
        <PlainTable label={title} columns={columns} rows={rows} keyOf={(row) => row.client_id} />
      )}
      {open?.kind === 'create' && createDialog(close)}
      {open?.kind === 'rotate' && <Rotate kind={kind} credential={open.credential} idLabel={idLabel} onClose={close} />}
      {open?.kind === 'remove' && <Remove kind={kind} credential={open.credential} onClose={close} />}
    </SettingsBody>
  )
}

interface ChangeProps {
  kind: CredentialKind
  credential: Credential
  onClose: () => void
}

function Rotate({ kind, credential: { client_id, name }, idLabel, onClose }: ChangeProps & { idLabel: string }) {
  const rotate = useRotate(kind)
  if (rotate.data) return <NewSecretDialog shown={rotate.data} idLabel={idLabel} onClose={onClose} />
  return (
    <RotateDialog
      name={name}
      text={<Trans>Both secrets work until the current one expires. Update the other system before then.</Trans>}
      step={rotate}
      onClose={onClose}
      onRotate={(overlap_seconds) => rotate.mutate({ id: client_id, overlap_seconds })}
    />
  )
}

function Remove({ kind, credential: { client_id, name }, onClose }: ChangeProps) {
  const { t } = useLingui()
  const toasts = useToasts()
  const remove = useRemove(kind)
  const onSuccess = () => {
    toasts.done(t`${name} removed`)
    onClose()
  }
  return (
    <RemoveDialog
      name={name}
      step={remove}
      onClose={onClose}
      onRemove={() => remove.mutate(client_id, { onSuccess })}
    />
  )
}
