import type { PortalLink } from '@cartage/contract/doors/app/portal-links'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { UserPlus } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { Section } from '../ui/overlay/side-panel.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { When } from '../ui/time/when.tsx'
import { portalLinksQuery, useRevokePortalLink } from './portal.queries.ts'

const InviteDialog = lazy(async () => ({ default: (await import('./invite.dialog.tsx')).InviteDialog }))

/** Portal access of a customer: invitations, and revocation of their links. */
export function PortalAccessSection({ companyId, isArchived }: { companyId: string; isArchived: boolean }) {
  const { t } = useLingui()
  const query = useQuery(portalLinksQuery(companyId))
  const mayWrite = usePermission('order.write')
  // Invited people approve charges for the customer (LINK-8).
  const mayInvite = usePermission('portal.invite') && !isArchived
  const [isInviting, setIsInviting] = useState(false)
  return (
    <Section title={t`Portal access`}>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-3">
              <Trans>No one at this customer has a portal link.</Trans>
            </p>
          ) : (
            <ul aria-label={t`Portal access`} className="rounded-lg border border-line">
              {items.map((link) => (
                <LinkLine
                  key={link.door_link_id}
                  companyId={companyId}
                  link={link}
                  mayRevoke={mayWrite && !isArchived}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {mayInvite && (
        <div className="pt-3">
          <Button icon={UserPlus} onClick={() => setIsInviting(true)}>
            <Trans>Invite person</Trans>
          </Button>
        </div>
      )}
      {isInviting && (
        <LateDialog>
          <InviteDialog companyId={companyId} onClose={() => setIsInviting(false)} />
        </LateDialog>
      )}
    </Section>
  )
}

interface LinkLineProps {
  companyId: string
  link: PortalLink
  mayRevoke: boolean
}

function LinkLine({ companyId, link, mayRevoke }: LinkLineProps) {
  const { t } = useLingui()
  const toasts = useToasts()
  const revoke = useRevokePortalLink(companyId)
  const { state, person_name, person_email, expires_at, last_used_at } = link
  const stateLabels = { LIVE: t`Works`, EXPIRED: t`Expired`, REVOKED: t`Revoked` }
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
      <span className={state === 'LIVE' ? 'w-20 font-medium text-green' : 'w-20 text-ink-3'}>{stateLabels[state]}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{person_name}</span>
        <span className="block truncate text-[12px] text-ink-3">{person_email}</span>
      </span>
      <span className="text-ink-2">
        <span className="block">
          <Trans>
            Until <When instant={expires_at} isDay />
          </Trans>
        </span>
        <span className="block text-[12px] text-ink-3">
          {last_used_at === null ? (
            <Trans>Never used</Trans>
          ) : (
            <Trans>
              Last used <RelativeTime instant={last_used_at} />
            </Trans>
          )}
        </span>
      </span>
      {mayRevoke && state === 'LIVE' && (
        <Button
          variant="ghost"
          isBusy={revoke.isPending}
          onClick={() => revoke.mutate(link.door_link_id, { onError: (error) => toasts.failed(failureOf(error)) })}
        >
          <Trans>Revoke</Trans>
        </Button>
      )}
    </li>
  )
}
