import type { ShownSecret } from '@cartage/contract/auth/app/clients'
import { Trans, useLingui } from '@lingui/react/macro'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type LucideIcon, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { usePermission } from '../session/permission.ts'
import { SettingsBody } from '../settings/page-body.tsx'
import { Button } from '../ui/button.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { useCredentialColumns } from './list.columns.tsx'
import { NewSecretDialog } from './new-secret.dialog.tsx'
import { type Credential, type CredentialDeeds, useCredentialDeeds } from './queries.ts'
import { RemoveDialog } from './remove.dialog.tsx'
import { RotateDialog } from './rotate.dialog.tsx'

/** What a dialog that makes a credential is given. */
export interface CreateProps {
  create: CredentialDeeds['create']
  onClose: () => void
  onShown: (shown: ShownSecret) => void
}

interface CredentialsFrameProps<Row extends Credential> {
  kind: 'api' | 'webhook'
  title: string
  /** What they are for, in a sentence. */
  text: ReactNode
  /** The button that makes one. */
  verb: ReactNode
  /** What the other system calls the id. */
  idLabel: string
  empty: { icon: LucideIcon; title: string; text: string }
  query: UseQueryOptions<{ items: Row[] }, Error, { items: Row[] }, string[]>
  /** Columns between the name and the last use. */
  columns: readonly PlainColumn<Row>[]
  dialog: (props: CreateProps) => ReactNode
}

type Asking = { kind: 'create' } | { kind: 'rotate' | 'remove'; credential: Credential }

/** A page of credentials: made, shown once, given a second secret, and removed by Super admins only (AUTH-8, AUTH-9). */
export function CredentialsFrame<Row extends Credential>(props: CredentialsFrameProps<Row>) {
  const { title, text, verb, empty, dialog } = props
  const mayWrite = usePermission('credential.write')
  const query = useQuery({ ...props.query, enabled: mayWrite })
  const deeds = useCredentialDeeds(props.kind)
  const [asking, setAsking] = useState<Asking>()
  const [shown, setShown] = useState<ShownSecret>()
  const columns = useCredentialColumns<Row>({
    idLabel: props.idLabel,
    columns: props.columns,
    onRotate: (credential) => setAsking({ kind: 'rotate', credential }),
    onRemove: (credential) => setAsking({ kind: 'remove', credential }),
  })
  const show = (secret: ShownSecret) => {
    setAsking(undefined)
    setShown(secret)
  }
  const close = () => {
    deeds.create.reset()
    deeds.rotate.reset()
    deeds.remove.reset()
    setAsking(undefined)
  }
  const rows = query.data?.items
  return (
    <SettingsBody
      title={title}
      text={text}
      permission="credential.write"
      actions={
        <Button variant="brand" icon={Plus} onClick={() => setAsking({ kind: 'create' })}>
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
      {asking?.kind === 'create' && dialog({ create: deeds.create, onClose: close, onShown: show })}
      {asking !== undefined && asking.kind !== 'create' && (
        <Change {...asking} deeds={deeds} onClose={close} onShown={show} />
      )}
      {shown && <NewSecretDialog shown={shown} idLabel={props.idLabel} onClose={() => setShown(undefined)} />}
    </SettingsBody>
  )
}

function Change({
  kind,
  credential,
  deeds,
  onClose,
  onShown,
}: {
  kind: 'rotate' | 'remove'
  credential: Credential
  deeds: CredentialDeeds
  onClose: () => void
  onShown: (shown: ShownSecret) => void
}) {
  const { t } = useLingui()
  const tell = useToasts()
  const { client_id, name } = credential
  if (kind === 'rotate') {
    return (
      <RotateDialog
        name={name}
        text={<Trans>Both secrets work until the current one expires. Update the other system before then.</Trans>}
        step={deeds.rotate}
        onClose={onClose}
        onRotate={(overlap_seconds) => deeds.rotate.mutate({ id: client_id, overlap_seconds }, { onSuccess: onShown })}
      />
    )
  }
  const onSuccess = () => {
    tell.done(t`${name} removed`)
    onClose()
  }
  return (
    <RemoveDialog
      name={name}
      step={deeds.remove}
      onClose={onClose}
      onRemove={() => deeds.remove.mutate(client_id, { onSuccess })}
    />
  )
}
