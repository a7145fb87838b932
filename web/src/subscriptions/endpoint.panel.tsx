import type { Subscription, SubscriptionWithSecret } from '@cartage/contract/deliveries/app/subscriptions'
import { allEvents } from '@cartage/contract/events/endpoints'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { RotateDialog } from '../credentials/rotate.dialog.tsx'
import { useLabels } from '../records/code-labels.ts'
import { eventLabels } from '../records/event.labels.ts'
import { usePermission } from '../session/permission.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { KeyRound, Pause, Pencil, Play, Trash2 } from '../ui/icons.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/overlay/menu.tsx'
import { Section, SidePanel } from '../ui/overlay/side-panel.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { Properties, Property } from '../ui/properties/properties.tsx'
import { Countdown } from '../ui/time/countdown.tsx'
import { LogTime } from '../ui/time/log-time.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { usualTypes } from './draft.ts'
import { EndpointForm } from './endpoint.form.tsx'
import { Ellipsis } from './icons.tsx'
import { channelOf, EndpointState } from './labels.tsx'
import { PublicKeys } from './public-keys.tsx'
import { type EndpointAction, useEndpointAction, useRotate } from './queries.ts'
import { TestSection } from './test.section.tsx'

/** One endpoint next to the list: its health, a test, and its actions. */
export function EndpointPanel({
  endpoint,
  onClose,
  onSecret,
}: {
  endpoint: Subscription
  onClose: () => void
  onSecret: (rotated: SubscriptionWithSecret) => void
}) {
  const { t } = useLingui()
  const eventLabel = useLabels(eventLabels)
  const mayWrite = usePermission('delivery.write')
  return (
    <SidePanel
      isWide
      label={t`Endpoint`}
      title={
        <>
          <span className="truncate">{endpoint.name}</span>
          <EndpointState endpoint={endpoint} />
        </>
      }
      actions={mayWrite && <Actions endpoint={endpoint} onSecret={onSecret} onRemoved={onClose} />}
      onClose={onClose}
    >
      <Health endpoint={endpoint} />
      {mayWrite && <TestSection endpoint={endpoint} />}
      <Address endpoint={endpoint} />
      <Section title={<Trans>Event types</Trans>}>
        {endpoint.purpose === 'DISPATCH' ? (
          <Trans>None. This endpoint receives dispatches only.</Trans>
        ) : endpoint.purpose === 'ACCESS_POINT' ? (
          <Trans>None. This endpoint receives e-invoices only.</Trans>
        ) : endpoint.event_types.length === 0 ? (
          <Trans>All, except optional types.</Trans>
        ) : (
          <span className="flex flex-wrap gap-1">
            {endpoint.event_types.map((type) => (
              <span key={type} className="tag tone-grey" title={type}>
                {eventLabel(type)}
              </span>
            ))}
          </span>
        )}
        <LeftOut endpoint={endpoint} />
      </Section>
    </SidePanel>
  )
}

/** If at most this many types are missing, they were probably left out by accident or added later. */
const mostLeftOut = 4

/** Event types missing from an endpoint that receives nearly all of them. */
function LeftOut({ endpoint: { purpose, event_types: types } }: { endpoint: Subscription }) {
  const eventLabel = useLabels(eventLabels)
  const missing = usualTypes.filter((type) => !types.includes(type))
  const isAll = types.length === 0 || types.includes(allEvents)
  if (purpose !== 'EVENTS' || isAll || missing.length === 0 || missing.length > mostLeftOut) return null
  const labels = missing.map(eventLabel).join(', ')
  return (
    <p className="mt-1.5 text-[12px] text-ink-2">
      <Trans>Not sent: {labels}. To include them, edit the endpoint and choose all types.</Trans>
    </p>
  )
}

type OpenDialog = 'change' | 'rotate' | 'remove' | undefined
type Run = (action: EndpointAction, done: string, undo?: { word: string; run: () => void }) => void

function Actions({
  endpoint,
  onSecret,
  onRemoved,
}: {
  endpoint: Subscription
  onSecret: (rotated: SubscriptionWithSecret) => void
  onRemoved: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { mutate, isPending } = useEndpointAction(endpoint.subscription_id)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const close = () => setOpenDialog(undefined)
  const run: Run = (action, done, undo) =>
    mutate(action, {
      onSuccess: () => {
        toasts.done(done, undo)
        if (action.kind === 'remove') onRemoved()
      },
      onError: (error) => toasts.failed(failureOf(error)),
    })
  const resume = () => run({ kind: 'resume' }, t`${endpoint.name} resumed`)
  const pause = () =>
    run({ kind: 'pause', reason: undefined }, t`${endpoint.name} paused`, { word: t`Undo`, run: resume })
  return (
    <>
      {endpoint.state === 'ACTIVE' ? (
        <Button icon={Pause} onClick={pause} isBusy={isPending}>
          <Trans>Pause</Trans>
        </Button>
      ) : (
        <Button icon={Play} onClick={resume} isBusy={isPending}>
          {endpoint.state === 'PAUSED' ? <Trans>Resume</Trans> : <Trans>Retry now</Trans>}
        </Button>
      )}
      <IconButton icon={Pencil} label={t`Edit`} onClick={() => setOpenDialog('change')} />
      <MoreMenu endpoint={endpoint} onPause={pause} onRun={run} onAsk={setOpenDialog} />
      <EndpointForm
        isOpen={openDialog === 'change'}
        endpoint={endpoint}
        onClose={close}
        onChanged={() => {
          close()
          toasts.done(t`${endpoint.name} updated`)
        }}
      />
      {openDialog === 'rotate' && <NewSecret endpoint={endpoint} onClose={close} onSecret={onSecret} />}
      <ConfirmDialog
        isOpen={openDialog === 'remove'}
        onClose={close}
        title={t`Remove ${endpoint.name}?`}
        text={t`${plural(endpoint.pending, { one: '# pending event is dropped.', other: '# pending events are dropped.' })} The delivery history is kept.`}
        verb={t`Remove endpoint`}
        isBusy={isPending}
        onConfirm={() => run({ kind: 'remove' }, t`${endpoint.name} removed`)}
      />
    </>
  )
}

function MoreMenu({
  endpoint,
  onPause,
  onRun,
  onAsk,
}: {
  endpoint: Subscription
  onPause: () => void
  onRun: Run
  onAsk: (openDialog: OpenDialog) => void
}) {
  const { t } = useLingui()
  const learn = () => onRun({ kind: 'pin', keys: ['learn'] }, t`Current host key accepted`)
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={t`More`} />}>
      {endpoint.state === 'FAILING' && (
        <MenuItem icon={Pause} onSelect={onPause}>
          <Trans>Pause</Trans>
        </MenuItem>
      )}
      {endpoint.channel === 'HTTPS' && (
        <MenuItem icon={KeyRound} onSelect={() => onAsk('rotate')}>
          <Trans>New secret…</Trans>
        </MenuItem>
      )}
      {endpoint.channel === 'SFTP' && (
        <MenuItem icon={KeyRound} onSelect={learn}>
          <Trans>Accept current host key</Trans>
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem icon={Trash2} isDangerous onSelect={() => onAsk('remove')}>
        <Trans>Remove…</Trans>
      </MenuItem>
    </Menu>
  )
}

function NewSecret({
  endpoint,
  onClose,
  onSecret,
}: {
  endpoint: Subscription
  onClose: () => void
  onSecret: (rotated: SubscriptionWithSecret) => void
}) {
  const rotate = useRotate(endpoint.subscription_id)
  const onSuccess = (rotated: SubscriptionWithSecret) => {
    onClose()
    onSecret(rotated)
  }
  return (
    <RotateDialog
      name={endpoint.name}
      text={
        <Trans>
          Messages are signed with both secrets until the current one expires. Switch the endpoint to the new one before
          then.
        </Trans>
      }
      step={rotate}
      onClose={onClose}
      onRotate={(overlapSeconds) => rotate.mutate(overlapSeconds / 3_600, { onSuccess })}
    />
  )
}

function Health({ endpoint }: { endpoint: Subscription }) {
  const { t, i18n } = useLingui()
  const { state, pause_reason, failing_since, probe_at, quiet_until, last_success_at, consecutive_failures } = endpoint
  return (
    <Section>
      <Properties>
        {state === 'PAUSED' && <Property name={t`Paused`}>{pause_reason}</Property>}
        {failing_since !== null && (
          <Property name={t`Failing since`}>
            <LogTime instant={failing_since} />
          </Property>
        )}
        {state === 'FAILING' && probe_at !== null && (
          <Property name={t`Next retry`}>
            <Countdown until={probe_at} />
          </Property>
        )}
        {quiet_until !== null && (
          <Property name={t`Paused by endpoint until`}>
            <LogTime instant={quiet_until} />
          </Property>
        )}
        <Property name={t`Last success`}>{last_success_at && <RelativeTime instant={last_success_at} />}</Property>
        <Property name={t`Consecutive failures`}>
          <span className="tnum">{consecutive_failures}</span>
        </Property>
        <Property name={t`Pending`}>
          <Link
            to="/deliveries"
            search={{ receiver: endpoint.subscription_id, state: 'PENDING' }}
            className="tnum font-medium text-brand-ink underline-offset-2 hover:underline"
          >
            <Plural value={endpoint.pending} one="# event" other="# events" />
          </Link>
          {endpoint.blocked > 0 && (
            <span className="tnum text-ink-2">
              {' '}
              <Trans>{i18n.number(endpoint.blocked)} blocked by a rejected event</Trans>
            </span>
          )}
        </Property>
        {endpoint.stuck_since !== null && endpoint.pending > 0 && (
          <Property name={t`Pending since`}>
            <RelativeTime instant={endpoint.stuck_since} />
          </Property>
        )}
        <Property name={t`Failed (7 days)`}>
          <Link
            to="/deliveries"
            search={{ receiver: endpoint.subscription_id, state: 'FAILED' }}
            className="tnum font-medium text-brand-ink underline-offset-2 hover:underline"
          >
            <Plural value={endpoint.failed} one="# delivery" other="# deliveries" />
          </Link>
        </Property>
      </Properties>
    </Section>
  )
}

/** A party id in interchange format. */
function partyOf(id: string | null, qualifier: string | null): string {
  return qualifier === null ? `${id}` : `${id}:${qualifier}`
}

function Address({ endpoint }: { endpoint: Subscription }) {
  const { t } = useLingui()
  const { channel, format, url, folder, host_keys, edi_sender, edi_recipient } = endpoint
  return (
    <Section title={<Trans>Connection</Trans>}>
      <Properties>
        <Property name={t`Channel`}>{format === 'EDI' ? `${channel} · EDIFACT` : channelOf(endpoint)}</Property>
        <Property name={t`Address`}>{url}</Property>
        {folder !== null && <Property name={t`Folder`}>{folder}</Property>}
        {host_keys.length > 0 && (
          <Property name={t`Host keys`}>
            <span className="font-mono text-[11.5px]">{host_keys.join(' ')}</span>
          </Property>
        )}
        {format === 'EDI' && (
          <Property name={t`Parties`}>
            {partyOf(edi_sender, endpoint.edi_sender_qualifier)} →{' '}
            {partyOf(edi_recipient, endpoint.edi_recipient_qualifier)}
          </Property>
        )}
        <Property name={t`Credentials`}>{endpoint.has_credentials ? t`Stored encrypted` : t`None`}</Property>
        {channel === 'HTTPS' && (
          <Property name={t`Signing secrets`}>
            <span className="tnum">{endpoint.live_secrets}</span>
            {endpoint.overlap_ends_at !== null && (
              <span className="text-ink-2">
                {' '}
                <Trans>
                  older ones until <LogTime instant={endpoint.overlap_ends_at} />
                </Trans>
              </span>
            )}
          </Property>
        )}
        {endpoint.has_public_key && (
          <Property name={endpoint.public_keys.length > 1 ? t`Public keys` : t`Public key`}>
            {endpoint.public_keys.length > 0 && <PublicKeys keys={endpoint.public_keys} />}
          </Property>
        )}
        <Property name={t`Added`}>
          <RelativeTime instant={endpoint.created_at} />
        </Property>
      </Properties>
    </Section>
  )
}
