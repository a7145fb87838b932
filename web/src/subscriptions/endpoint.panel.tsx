import type { Subscription, SubscriptionWithSecret } from '@cartage/contract/deliveries/app/subscriptions'
import { allEvents } from '@cartage/contract/events/endpoints'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Ellipsis, KeyRound, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { RotateDialog } from '../credentials/rotate.dialog.tsx'
import { useWords } from '../records/code-words.ts'
import { eventWords } from '../records/event.words.ts'
import { usePermission } from '../session/permission.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/overlay/dialog.tsx'
import { Menu, MenuItem, MenuLine } from '../ui/overlay/menu.tsx'
import { Section, SidePanel } from '../ui/overlay/side-panel.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { Properties, Property } from '../ui/properties/properties.tsx'
import { Countdown } from '../ui/time/countdown.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { UtcTime } from '../ui/time/utc-time.tsx'
import { usualTypes } from './draft.ts'
import { PublicKeys } from './public-keys.tsx'
import { type ReceiverAction, useReceiverAction, useRotate } from './queries.ts'
import { ReceiverForm } from './endpoint.form.tsx'
import { TestSection } from './test.section.tsx'
import { ReceiverState } from './words.tsx'

/** One endpoint next to the list: its health, a test, and its commands. */
export function ReceiverPanel({
  receiver,
  onClose,
  onSecret,
}: {
  receiver: Subscription
  onClose: () => void
  onSecret: (rotated: SubscriptionWithSecret) => void
}) {
  const { t } = useLingui()
  const eventWord = useWords(eventWords)
  const mayWrite = usePermission('delivery.write')
  return (
    <SidePanel
      isWide
      label={t`Endpoint`}
      title={
        <>
          <span className="truncate">{receiver.name}</span>
          <ReceiverState state={receiver.state} />
        </>
      }
      actions={mayWrite && <Actions receiver={receiver} onSecret={onSecret} onRemoved={onClose} />}
      onClose={onClose}
    >
      <Health receiver={receiver} />
      {mayWrite && <TestSection receiver={receiver} />}
      <Address receiver={receiver} />
      <Section title={<Trans>Event types</Trans>}>
        {receiver.purpose === 'DISPATCH' ? (
          <Trans>None. This endpoint receives dispatches only.</Trans>
        ) : receiver.event_types.length === 0 ? (
          <Trans>All, except optional types.</Trans>
        ) : (
          <span className="flex flex-wrap gap-1">
            {receiver.event_types.map((type) => (
              <span key={type} className="tag tone-grey" title={type}>
                {eventWord(type)}
              </span>
            ))}
          </span>
        )}
        <LeftOut receiver={receiver} />
      </Section>
    </SidePanel>
  )
}

/** A list that is nearly complete most likely leaves these out by accident, or since before they were kinds. */
const mostLeftOut = 4

/** The few event types that an endpoint of nearly all of them does not receive. */
function LeftOut({ receiver: { purpose, event_types: types } }: { receiver: Subscription }) {
  const eventWord = useWords(eventWords)
  const missing = usualTypes.filter((type) => !types.includes(type))
  const isAll = types.length === 0 || types.includes(allEvents)
  if (purpose === 'DISPATCH' || isAll || missing.length === 0 || missing.length > mostLeftOut) return null
  const words = missing.map(eventWord).join(', ')
  return (
    <p className="mt-1.5 text-[12px] text-ink-2">
      <Trans>Not sent: {words}. To include them, edit the endpoint and choose all types.</Trans>
    </p>
  )
}

type OpenDialog = 'change' | 'rotate' | 'remove' | undefined
type Run = (action: ReceiverAction, done: string, undo?: { word: string; run: () => void }) => void

function Actions({
  receiver,
  onSecret,
  onRemoved,
}: {
  receiver: Subscription
  onSecret: (rotated: SubscriptionWithSecret) => void
  onRemoved: () => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { mutate, isPending } = useReceiverAction(receiver.subscription_id)
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
  const resume = () => run({ kind: 'resume' }, t`${receiver.name} resumed`)
  const pause = () =>
    run({ kind: 'pause', reason: undefined }, t`${receiver.name} paused`, { word: t`Undo`, run: resume })
  return (
    <>
      {receiver.state === 'ACTIVE' ? (
        <Button icon={Pause} onClick={pause} isBusy={isPending}>
          <Trans>Pause</Trans>
        </Button>
      ) : (
        <Button icon={Play} onClick={resume} isBusy={isPending}>
          {receiver.state === 'PAUSED' ? <Trans>Resume</Trans> : <Trans>Retry now</Trans>}
        </Button>
      )}
      <IconButton icon={Pencil} label={t`Edit`} onClick={() => setOpenDialog('change')} />
      <MoreMenu receiver={receiver} onPause={pause} onRun={run} onAsk={setOpenDialog} />
      <ReceiverForm
        isOpen={openDialog === 'change'}
        receiver={receiver}
        onClose={close}
        onChanged={() => {
          close()
          toasts.done(t`${receiver.name} updated`)
        }}
      />
      {openDialog === 'rotate' && <NewSecret receiver={receiver} onClose={close} onSecret={onSecret} />}
      <ConfirmDialog
        isOpen={openDialog === 'remove'}
        onClose={close}
        title={t`Remove ${receiver.name}?`}
        text={t`${plural(receiver.pending, { one: '# pending event is dropped.', other: '# pending events are dropped.' })} The delivery history is kept.`}
        verb={t`Remove endpoint`}
        isBusy={isPending}
        onConfirm={() => run({ kind: 'remove' }, t`${receiver.name} removed`)}
      />
    </>
  )
}

function MoreMenu({
  receiver,
  onPause,
  onRun,
  onAsk,
}: {
  receiver: Subscription
  onPause: () => void
  onRun: Run
  onAsk: (openDialog: OpenDialog) => void
}) {
  const { t } = useLingui()
  const learn = () => onRun({ kind: 'pin', keys: ['learn'] }, t`Current host key accepted`)
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={t`More`} />}>
      {receiver.state === 'FAILING' && (
        <MenuItem icon={Pause} onSelect={onPause}>
          <Trans>Pause</Trans>
        </MenuItem>
      )}
      {receiver.channel === 'HTTPS' && (
        <MenuItem icon={KeyRound} onSelect={() => onAsk('rotate')}>
          <Trans>New secret…</Trans>
        </MenuItem>
      )}
      {receiver.channel === 'SFTP' && (
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
  receiver,
  onClose,
  onSecret,
}: {
  receiver: Subscription
  onClose: () => void
  onSecret: (rotated: SubscriptionWithSecret) => void
}) {
  const rotate = useRotate(receiver.subscription_id)
  const onSuccess = (rotated: SubscriptionWithSecret) => {
    onClose()
    onSecret(rotated)
  }
  return (
    <RotateDialog
      name={receiver.name}
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

function Health({ receiver }: { receiver: Subscription }) {
  const { t, i18n } = useLingui()
  const { state, pause_reason, failing_since, probe_at, quiet_until, last_success_at, consecutive_failures } = receiver
  return (
    <Section>
      <Properties>
        {state === 'PAUSED' && <Property name={t`Paused`}>{pause_reason}</Property>}
        {failing_since !== null && (
          <Property name={t`Failing since`}>
            <UtcTime instant={failing_since} /> UTC
          </Property>
        )}
        {state === 'FAILING' && probe_at !== null && (
          <Property name={t`Next retry`}>
            <Countdown until={probe_at} />
          </Property>
        )}
        {quiet_until !== null && (
          <Property name={t`Paused by endpoint until`}>
            <UtcTime instant={quiet_until} /> UTC
          </Property>
        )}
        <Property name={t`Last success`}>{last_success_at && <RelativeTime instant={last_success_at} />}</Property>
        <Property name={t`Consecutive failures`}>
          <span className="tnum">{consecutive_failures}</span>
        </Property>
        <Property name={t`Pending`}>
          <Link
            to="/deliveries"
            search={{ receiver: receiver.subscription_id, state: 'PENDING' }}
            className="tnum font-medium text-brand-ink underline-offset-2 hover:underline"
          >
            <Plural value={receiver.pending} one="# event" other="# events" />
          </Link>
          {receiver.blocked > 0 && (
            <span className="tnum text-ink-2">
              {' '}
              <Trans>{i18n.number(receiver.blocked)} blocked by a rejected event</Trans>
            </span>
          )}
        </Property>
        {receiver.stuck_since !== null && receiver.pending > 0 && (
          <Property name={t`Pending since`}>
            <RelativeTime instant={receiver.stuck_since} />
          </Property>
        )}
        <Property name={t`Failed (7 days)`}>
          <Link
            to="/deliveries"
            search={{ receiver: receiver.subscription_id, state: 'FAILED' }}
            className="tnum font-medium text-brand-ink underline-offset-2 hover:underline"
          >
            <Plural value={receiver.failed} one="# delivery" other="# deliveries" />
          </Link>
        </Property>
      </Properties>
    </Section>
  )
}

/** An id as an interchange has it. */
function partyOf(id: string | null, qualifier: string | null): string {
  return qualifier === null ? `${id}` : `${id}:${qualifier}`
}

function Address({ receiver }: { receiver: Subscription }) {
  const { t } = useLingui()
  const { channel, format, url, folder, host_keys, edi_sender, edi_recipient } = receiver
  return (
    <Section title={<Trans>Connection</Trans>}>
      <Properties>
        <Property name={t`Channel`}>{format === 'EDI' ? `${channel} · EDIFACT` : channel}</Property>
        <Property name={t`Address`}>{url}</Property>
        {folder !== null && <Property name={t`Folder`}>{folder}</Property>}
        {host_keys.length > 0 && (
          <Property name={t`Host keys`}>
            <span className="font-mono text-[11.5px]">{host_keys.join(' ')}</span>
          </Property>
        )}
        {format === 'EDI' && (
          <Property name={t`Parties`}>
            {partyOf(edi_sender, receiver.edi_sender_qualifier)} →{' '}
            {partyOf(edi_recipient, receiver.edi_recipient_qualifier)}
          </Property>
        )}
        <Property name={t`Credentials`}>{receiver.has_credentials ? t`stored encrypted` : t`none`}</Property>
        {channel === 'HTTPS' && (
          <Property name={t`Signing secrets`}>
            <span className="tnum">{receiver.live_secrets}</span>
            {receiver.overlap_ends_at !== null && (
              <span className="text-ink-2">
                {' '}
                <Trans>
                  older ones until <UtcTime instant={receiver.overlap_ends_at} /> UTC
                </Trans>
              </span>
            )}
          </Property>
        )}
        {receiver.has_public_key && (
          <Property name={receiver.public_keys.length > 1 ? t`Public keys` : t`Public key`}>
            {receiver.public_keys.length > 0 && <PublicKeys keys={receiver.public_keys} />}
          </Property>
        )}
        <Property name={t`Added`}>
          <RelativeTime instant={receiver.created_at} />
        </Property>
      </Properties>
    </Section>
  )
}
