import type { DoorLink } from '@cartage/contract/doors/app/links'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { CreatedLink } from '../documents/sharing/created-link.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { When } from '../ui/time/when.tsx'
import { LanguageField, type LinkLanguage } from './language-field.tsx'
import { trackingLinksQuery, useCreateLink, useRevokeLink } from './queries.ts'

const lifetimes = ['7', '30', '90', '366'] as const
type Lifetime = (typeof lifetimes)[number]

/** Tracking links of an order: creates, copies and revokes them. */
export function TrackingLinkDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { t } = useLingui()
  const query = useQuery(trackingLinksQuery(orderId))
  const create = useCreateLink(orderId)
  const [days, setDays] = useState<Lifetime>('30')
  const [language, setLanguage] = useState<LinkLanguage>('browser')
  const failure = create.error ?? query.error
  const lifetimeLabels = { '7': t`7 days`, '30': t`30 days`, '90': t`90 days`, '366': t`1 year` }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Tracking link`}
      text={t`Opens this order without an account: state, towns and times. No names, prices or documents.`}
      className="w-[560px]"
    >
      <div className="grid gap-4">
        {failure && <ErrorPanel {...failureOf(failure)} />}
        <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-3">
          <Field label={t`Works for`} fault={undefined}>
            {(input) => (
              <Select
                {...input}
                choices={lifetimes.map((value) => ({ value, label: lifetimeLabels[value] }))}
                value={days}
                onChange={setDays}
              />
            )}
          </Field>
          <LanguageField value={language} onChange={setLanguage} />
          <Button
            variant="brand"
            isBusy={create.isPending}
            onClick={() => create.mutate({ days: Number(days), language: language === 'browser' ? null : language })}
          >
            <Trans>Create link</Trans>
          </Button>
        </div>
        {create.data && <CreatedLink address={`${window.location.origin}${create.data.path}`} />}
        {query.data && query.data.items.length > 0 && (
          <LinkRows
            orderId={orderId}
            items={query.data.items}
            onRevoked={(linkId) => linkId === create.data?.door_link_id && create.reset()}
          />
        )}
      </div>
    </Dialog>
  )
}

function LinkRows({
  orderId,
  items,
  onRevoked,
}: {
  orderId: string
  items: readonly DoorLink[]
  onRevoked: (linkId: string) => void
}) {
  const { t } = useLingui()
  const revoke = useRevokeLink(orderId)
  const stateLabels = { LIVE: t`Works`, EXPIRED: t`Expired`, REVOKED: t`Revoked` }
  return (
    <ul aria-label={t`Links`} className="rounded-lg border border-line">
      {items.map((link) => (
        <li key={link.door_link_id} className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
          <span className={link.state === 'LIVE' ? 'w-16 font-medium text-green' : 'w-16 text-ink-3'}>
            {stateLabels[link.state]}
          </span>
          <span className="min-w-0 flex-1 text-ink-2">
            <span className="block truncate">
              <Trans>
                Until <When instant={link.expires_at} isDay />
              </Trans>
              {link.created_by !== null && ` · ${link.created_by}`}
            </span>
            <span className="block text-ink-3">
              {link.last_used_at === null ? (
                <Trans>Never used</Trans>
              ) : (
                <Trans>
                  Last used <RelativeTime instant={link.last_used_at} />
                </Trans>
              )}
            </span>
          </span>
          {link.state === 'LIVE' && (
            <Button
              variant="ghost"
              isBusy={revoke.isPending}
              onClick={() => revoke.mutate(link.door_link_id, { onSuccess: () => onRevoked(link.door_link_id) })}
            >
              <Trans>Revoke</Trans>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
