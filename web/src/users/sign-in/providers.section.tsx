import type { SignInProvider } from '@cartage/contract/auth/app/providers'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { ProviderDialog } from './provider.dialog.tsx'
import { bookmarkOf, signInProvidersQuery, useProviderActions } from './providers.queries.ts'

/** Identity providers for sign-in. */
export function ProvidersSection() {
  const mayKeep = usePermission('user.write')
  const query = useQuery({ ...signInProvidersQuery, enabled: mayKeep })
  const [edited, setEdited] = useState<SignInProvider | 'new'>()
  if (!mayKeep) return null
  const { items, redirect_uri } = query.data ?? {}
  return (
    <section aria-labelledby="sign-in-providers" className="grid max-w-[560px] gap-3 border-b border-line pb-5">
      <h3 id="sign-in-providers" className="font-semibold">
        <Trans>Providers</Trans>
      </h3>
      <p className="text-ink-2">
        <Trans>
          People sign in with the account of their organisation, such as Microsoft Entra, Google or Keycloak.
        </Trans>
      </p>
      {query.error !== null && items === undefined && (
        <ErrorPanel {...failureOf(query.error)} onRetry={() => query.refetch()} />
      )}
      {redirect_uri === null && (
        <Notice icon={TriangleAlert} tone="amber">
          <Trans>This server does not know its own address. Ask the operator to set PUBLIC_URL.</Trans>
        </Notice>
      )}
      {items?.map((provider) => (
        <ProviderRow key={provider.provider_id} provider={provider} onEdit={() => setEdited(provider)} />
      ))}
      {redirect_uri != null && (
        <p className="flex flex-wrap items-center gap-1.5 text-[12px] text-ink-2">
          <Trans>Redirect URI to enter at the provider:</Trans>
          <Address text={redirect_uri} />
        </p>
      )}
      <div>
        <Button onClick={() => setEdited('new')} disabled={items === undefined}>
          <Trans>Add provider</Trans>
        </Button>
      </div>
      {edited !== undefined && (
        <ProviderDialog
          provider={edited === 'new' ? undefined : edited}
          redirectUri={redirect_uri ?? undefined}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}

function Address({ text }: { text: string }) {
  const { t } = useLingui()
  return (
    <span className="flex items-center gap-1">
      <code className="font-mono text-[11px] [overflow-wrap:anywhere]">{text}</code>
      <CopyButton text={text} label={t`Copy address`} />
    </span>
  )
}

function ProviderRow({ provider, onEdit }: { provider: SignInProvider; onEdit: () => void }) {
  const [isRemoving, setIsRemoving] = useState(false)
  const { label, issuer, domains, people, is_only_way, provider_id } = provider
  return (
    <div className="grid gap-1 rounded-lg border border-line px-3 py-2.5">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{label}</span>
        <Button variant="ghost" onClick={onEdit}>
          <Trans>Edit</Trans>
        </Button>
        <Button variant="ghost" onClick={() => setIsRemoving(true)}>
          <Trans>Remove</Trans>
        </Button>
      </div>
      <span className="text-[12px] text-ink-2 [overflow-wrap:anywhere]">{issuer}</span>
      <span className="text-[12px] text-ink-2 [overflow-wrap:anywhere]">{domains.join(', ')}</span>
      <span className="text-[12px] text-ink-2">
        <Plural
          value={people}
          _0="No one has signed in with it yet."
          one="# person has signed in with it."
          other="# people have signed in with it."
        />{' '}
        {is_only_way && <Trans>The only way for these domains.</Trans>}
      </span>
      <span className="flex flex-wrap items-center gap-1.5 text-[12px] text-ink-2">
        <Trans>Link to sign in with it:</Trans>
        <Address text={bookmarkOf(provider_id)} />
      </span>
      {isRemoving && <RemoveProvider provider={provider} onClose={() => setIsRemoving(false)} />}
    </div>
  )
}

function RemoveProvider({ provider, onClose }: { provider: SignInProvider; onClose: () => void }) {
  const { t } = useLingui()
  const { remove } = useProviderActions()
  const { label } = provider
  return (
    <Dialog isOpen onClose={onClose} title={t`Remove ${label}?`}>
      <div className="grid gap-3">
        {remove.error && <ErrorPanel {...failureOf(remove.error)} />}
        <Notice icon={TriangleAlert} tone="amber">
          <Trans>
            Everyone who is signed in with it is signed out. Accounts stay; people without a password need a link.
          </Trans>
        </Notice>
        <DialogFooter
          verb={<Trans>Remove</Trans>}
          onClose={onClose}
          onConfirm={() => remove.mutate(provider.provider_id, { onSuccess: onClose })}
          isBusy={remove.isPending}
          isDangerous
        />
      </div>
    </Dialog>
  )
}
