import type { Subscription, SubscriptionWithSecret } from '@cartage/contract/deliveries/app/subscriptions'
import { allEvents } from '@cartage/contract/events/endpoints'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type Failure, failureOf } from '../api/failure.ts'
import { Field } from '../ui/form/field.tsx'
import { submitByKey } from '../ui/form/submit-keys.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFoot } from '../ui/overlay/dialog-foot.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { AuthFields } from './auth.form.tsx'
import { ChannelFields } from './channel.form.tsx'
import { changeOf, type Draft, emptyDraft, newReceiverOf } from './draft.ts'
import { TypesField } from './event-types-field.tsx'
import { PublicKeyField } from './public-key-field.tsx'
import { useAddReceiver, useReceiverAction } from './queries.ts'

interface FormProps {
  isOpen: boolean
  onClose: () => void
  /** The endpoint to edit; a new one when absent. */
  receiver?: Subscription
  onAdded?: (added: SubscriptionWithSecret) => void
  onChanged?: () => void
}

/** Adds an endpoint, or edits one. Errors are shown at their fields. */
export function ReceiverForm(props: FormProps) {
  const { t } = useLingui()
  const { receiver } = props
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      className="w-[560px]"
      title={receiver ? t`Edit ${receiver.name}` : t`Add webhook endpoint`}
      text={receiver ? undefined : t`It receives events from now on.`}
    >
      <Form {...props} />
    </Dialog>
  )
}

function Form({ receiver, onClose, onAdded, onChanged }: FormProps) {
  const { t } = useLingui()
  const [draft, setDraft] = useState<Draft>(receiver ? draftOf(receiver) : emptyDraft)
  const [failure, setFailure] = useState<Failure>()
  const [isEmpty, setEmpty] = useState(false)
  const add = useAddReceiver()
  const action = useReceiverAction(receiver?.subscription_id ?? '')
  const change = (members: Partial<Draft>) => setDraft((before) => ({ ...before, ...members }))
  const faultOf = (...paths: string[]) =>
    failure?.items.find((item) => paths.some((path) => String(item.path ?? '').startsWith(path)))?.message

  function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(undefined)
    // No kinds at all would mean all of them to the server.
    const hasNone = draft.purpose === 'EVENTS' && draft.types.length === 0
    setEmpty(hasNone)
    if (hasNone) return
    const onError = (error: Error) => setFailure(failureOf(error))
    if (receiver)
      action.mutate({ kind: 'change', change: changeOf(draft) }, { onSuccess: () => onChanged?.(), onError })
    else add.mutate(newReceiverOf(draft), { onSuccess: (added) => onAdded?.(added), onError })
  }

  const fields = { draft, onChange: change, faultOf, isNew: receiver === undefined }
  return (
    <form onSubmit={submit} onKeyDownCapture={submitByKey} className="flex flex-col gap-3">
      <Field label={t`Name`} fault={faultOf('name')}>
        {(input) => (
          <input
            {...input}
            maxLength={255}
            placeholder={t`host name if empty`}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <ChannelFields {...fields} />
      <AuthFields {...fields} />
      {draft.channel === 'HTTPS' && (
        <PublicKeyField isOn={draft.has_public_key} onChange={(has_public_key) => change({ has_public_key })} />
      )}
      {draft.purpose === 'EVENTS' && (
        <TypesField
          types={draft.types}
          fault={isEmpty && draft.types.length === 0 ? t`Choose at least one event type.` : faultOf('event_types')}
          onChange={(types) => change({ types })}
        />
      )}
      {failure && <ErrorPanel title={failure.title} message={failure.message} requestId={failure.requestId} />}
      <div className="sticky bottom-0 flex bg-surface pt-1">
        <DialogFoot
          verb={receiver ? <Trans>Save</Trans> : <Trans>Add endpoint</Trans>}
          onClose={onClose}
          isBusy={add.isPending || action.isPending}
        />
      </div>
    </form>
  )
}

function draftOf(receiver: Subscription): Draft {
  return {
    ...emptyDraft,
    name: receiver.name,
    channel: receiver.channel as Draft['channel'],
    purpose: receiver.purpose as Draft['purpose'],
    format: receiver.format as Draft['format'],
    url: receiver.channel === 'FOLDER' ? '' : receiver.url,
    folder: receiver.folder ?? '',
    auth: receiver.has_credentials ? 'kept' : 'none',
    edi_sender: receiver.edi_sender ?? '',
    edi_recipient: receiver.edi_recipient ?? '',
    edi_sender_qualifier: receiver.edi_sender_qualifier ?? '',
    edi_recipient_qualifier: receiver.edi_recipient_qualifier ?? '',
    has_public_key: receiver.has_public_key,
    types: receiver.event_types.length === 0 ? [allEvents] : receiver.event_types,
  }
}
