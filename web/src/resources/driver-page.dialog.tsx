import type { CreatedDoorLink, DoorLink } from '@cartage/contract/doors/app/links'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { refresh } from '../api/refresh.ts'
import { useMutation } from '../api/use-mutation.ts'
import { Loaded } from '../records/loaded.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Plus } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { When } from '../ui/time/when.tsx'
import { createLinkOfDriver, driverLinksQuery, revokeLinkOfDriver } from './queries.ts'

/** Validity of a new link, in days. */
const days = 90

interface DriverPageDialogProps {
  resourceId: string
  name: string
  onClose: () => void
}

/** Creates and revokes the link to a driver's page. */
export function DriverPageDialog({ resourceId, name, onClose }: DriverPageDialogProps) {
  const { t } = useLingui()
  const query = useQuery(driverLinksQuery(resourceId))
  const [created, setCreated] = useState<CreatedDoorLink>()
  const change = useLinkChange()
  const create = () => change.mutate(() => createLinkOfDriver(resourceId, days).then(setCreated))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Driver’s page of ${name}`}
      text={<Trans>Stops, photos and signatures on the phone, also without signal. No account needed.</Trans>}
      className="w-[520px]"
      footer={
        <Button variant="brand" icon={Plus} onClick={create} isBusy={change.isPending}>
          <Trans>Create link</Trans>
        </Button>
      }
    >
      {created && <Created link={created} />}
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-3">
              <Trans>No links yet.</Trans>
            </p>
          ) : (
            <ul className="divide-y divide-line" aria-label={t`Links`}>
              {items.map((link) => (
                <LinkLine
                  key={link.door_link_id}
                  link={link}
                  isBusy={change.isPending}
                  onRevoke={() => {
                    if (created?.door_link_id === link.door_link_id) setCreated(undefined)
                    change.mutate(() => revokeLinkOfDriver(resourceId, link.door_link_id))
                  }}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function useLinkChange() {
  const client = useQueryClient()
  const toasts = useToasts()
  return useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: () => refresh(client, 'door_link'),
    onError: (error) => toasts.failed(failureOf(error)),
  })
}

/** The URL with its token is shown only once. */
function Created({ link }: { link: CreatedDoorLink }) {
  const { t } = useLingui()
  const address = new URL(link.path, location.origin).href
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-sunken p-3">
      <QrCode text={address} label={t`QR code of the link`} />
      <p className="text-center text-[12px] text-ink-2">
        <Trans>Scan it with the driver’s phone, or send the link. It is shown only now.</Trans>
      </p>
      <p className="flex items-center gap-1">
        <code className="min-w-0 flex-1 truncate" data-testid="driver-link">
          {address}
        </code>
        <CopyButton text={address} label={t`Copy link`} />
      </p>
    </div>
  )
}

function LinkLine({ link, isBusy, onRevoke }: { link: DoorLink; isBusy: boolean; onRevoke: () => void }) {
  const { state, created_at, expires_at, last_used_at } = link
  const isLive = state === 'LIVE'
  return (
    <li className="flex items-center gap-3 py-2">
      <span className={isLive ? 'min-w-0 flex-1' : 'min-w-0 flex-1 text-ink-3'}>
        <span className="block">
          <Trans>
            Created <When instant={created_at} />
          </Trans>
        </span>
        <span className="block text-[12px] text-ink-3">
          {last_used_at ? (
            <Trans>
              Last used <RelativeTime instant={last_used_at} />
            </Trans>
          ) : (
            <Trans>Not used yet</Trans>
          )}
          {' · '}
          {state === 'REVOKED' ? (
            <Trans>Revoked</Trans>
          ) : (
            <Trans>
              Expires <When instant={expires_at} isDay />
            </Trans>
          )}
        </span>
      </span>
      {isLive && (
        <Button onClick={onRevoke} isBusy={isBusy}>
          <Trans>Revoke</Trans>
        </Button>
      )}
    </li>
  )
}
