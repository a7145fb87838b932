import type { DoorLink } from '@cartage/contract/doors/app/links'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { CreatedLink } from '../documents/sharing/created-link.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { When } from '../ui/time/when.tsx'
import { CarrierVerdict } from '../verdicts/carrier-verdict.tsx'
import { rejectedPlanOf } from '../verdicts/rejected-plan.ts'
import { LanguageField, type LinkLanguage } from './language-field.tsx'
import { carrierLinksQuery, useCreateCarrierLink, useRevokeCarrierLink } from './queries.ts'

const lifetimes = ['7', '30', '90'] as const
type Lifetime = (typeof lifetimes)[number]
/** Hours until the answer deadline. */
const deadlines = ['usual', '1', '2', '4', '24'] as const
type Deadline = (typeof deadlines)[number]
const hourMs = 3_600_000

/** Links of a trip for its carrier: creates, copies and revokes them. */
export function CarrierLinkDialog({ tripId, onClose }: { tripId: string; onClose: () => void }) {
  const { t } = useLingui()
  const query = useQuery(carrierLinksQuery(tripId))
  const create = useCreateCarrierLink(tripId)
  const rejected = rejectedPlanOf(create.error)
  const failure = rejected ? query.error : (create.error ?? query.error)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Carrier link`}
      text={t`The carrier accepts or refuses this trip, reports stops and uploads documents, without an account. One link for each office.`}
      className="w-[560px]"
    >
      <div className="grid gap-4">
        {failure && <ErrorPanel {...failureOf(failure)} />}
        <NewLink create={create} />
        {rejected && (
          <CarrierVerdict
            rejectedPlan={rejected}
            verb={t`Create link anyway`}
            isBusy={create.isPending}
            onClose={create.reset}
            onOverride={(reason) => create.variables && create.mutate({ ...create.variables, override: { reason } })}
          />
        )}
        {create.data && <CreatedLink address={`${window.location.origin}${create.data.path}`} />}
        {query.data && query.data.items.length > 0 && (
          <LinkRows
            tripId={tripId}
            items={query.data.items}
            onRevoked={(linkId) => linkId === create.data?.door_link_id && create.reset()}
          />
        )}
      </div>
    </Dialog>
  )
}

function NewLink({ create }: { create: ReturnType<typeof useCreateCarrierLink> }) {
  const { t } = useLingui()
  const [label, setLabel] = useState('')
  const [days, setDays] = useState<Lifetime>('7')
  const [deadline, setDeadline] = useState<Deadline>('usual')
  const [language, setLanguage] = useState<LinkLanguage>('browser')
  const [showsPrice, setShowsPrice] = useState(false)
  const dayLabels = { '7': t`7 days`, '30': t`30 days`, '90': t`90 days` }
  const deadlineLabels = {
    ...{ usual: t`As in the settings`, '1': t`1 hour`, '2': t`2 hours`, '4': t`4 hours`, '24': t`24 hours` },
  }
  const send = () =>
    create.mutate({
      days: Number(days),
      label: label.trim() || null,
      language: language === 'browser' ? null : language,
      shows_price: showsPrice,
      answer_by: deadline === 'usual' ? null : new Date(Date.now() + Number(deadline) * hourMs).toISOString(),
    })
  return (
    <div className="grid grid-cols-2 items-end gap-3">
      <TextField label={t`Office or contact`} maxLength={100} value={label} onChange={setLabel} />
      <Field label={t`Answer within`} fault={undefined}>
        {(input) => (
          <Select
            {...input}
            choices={deadlines.map((value) => ({ value, label: deadlineLabels[value] }))}
            value={deadline}
            onChange={setDeadline}
          />
        )}
      </Field>
      <Field label={t`Works for`} fault={undefined}>
        {(input) => (
          <Select
            {...input}
            choices={lifetimes.map((value) => ({ value, label: dayLabels[value] }))}
            value={days}
            onChange={setDays}
          />
        )}
      </Field>
      <LanguageField value={language} onChange={setLanguage} />
      <label className="col-span-2 flex items-center gap-2">
        <input type="checkbox" checked={showsPrice} onChange={(event) => setShowsPrice(event.target.checked)} />
        <Trans>Show what the trip pays</Trans>
      </label>
      <div className="col-span-2">
        <Button variant="brand" isBusy={create.isPending} onClick={send}>
          <Trans>Create link</Trans>
        </Button>
      </div>
    </div>
  )
}

function LinkRows({
  tripId,
  items,
  onRevoked,
}: {
  tripId: string
  items: readonly DoorLink[]
  onRevoked: (linkId: string) => void
}) {
  const { t } = useLingui()
  const revoke = useRevokeCarrierLink(tripId)
  const stateLabels = { LIVE: t`Works`, EXPIRED: t`Expired`, REVOKED: t`Revoked` }
  return (
    <ul aria-label={t`Links`} className="rounded-lg border border-line">
      {items.map((link) => (
        <li key={link.door_link_id} className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
          <span className={link.state === 'LIVE' ? 'w-16 font-medium text-green' : 'w-16 text-ink-3'}>
            {stateLabels[link.state]}
          </span>
          <span className="min-w-0 flex-1 text-ink-2">
            <span className="block truncate">{[link.label, link.recipient].filter(Boolean).join(' · ')}</span>
            <span className="block truncate text-ink-3">
              <Trans>
                Until <When instant={link.expires_at} isDay />
              </Trans>
              {' · '}
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
