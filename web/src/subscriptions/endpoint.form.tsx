import type { Subscription, SubscriptionWithSecret } from '@cartage/contract/deliveries/app/subscriptions'
import { allEvents } from '@cartage/contract/events/endpoints'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { type Failure, failureOf } from '../api/failure.ts'
import { submitByKey } from '../ui/form/submit-keys.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { AuthFields } from './auth.form.tsx'
import { ChannelFields } from './channel.form.tsx'
import { changeOf, type Draft, emptyDraft, newEndpointOf } from './draft.ts'
import { TypesField } from './event-types-field.tsx'
import { PublicKeyField } from './public-key-field.tsx'
import { useAddEndpoint, useEndpointAction } from './queries.ts'

interface FormProps {
  isOpen: boolean
  onClose: () => void
  /** The endpoint to edit. Absent for a new one. */
  endpoint?: Subscription
  onAdded?: (added: SubscriptionWithSecret) => void
  onChanged?: () => void
}

/** Adds or edits an endpoint. Errors are shown at their fields. */
export function EndpointForm(props: FormProps) {
  const { t } = useLingui()
  const { endpoint } = props
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      className="w-[560px]"
      title={endpoint ? t`Edit ${endpoint.name}` : t`Add webhook endpoint`}
      text={endpoint ? undefined : t`It receives events from now on.`}
    >
      <Form {...props} />
    </Dialog>
  )
}

function Form({ endpoint, onClose, onAdded, onChanged }: FormProps) {
  const { t } = useLingui()
  const [draft, setDraft] = useState<Draft>(endpoint ? draftOf(endpoint) : emptyDraft)
  const [failure, setFailure] = useState<Failure>()
  const [isEmpty, setEmpty] = useState(false)
  const add = useAddEndpoint()
  const action = useEndpointAction(endpoint?.subscription_id ?? '')
  const change = (members: Partial<Draft>) => setDraft((before) => ({ ...before, ...members }))
  const faultOf = (...paths: string[]) =>
    failure?.items.find((item) => paths.some((path) => String(item.path ?? '').startsWith(path)))?.message

  function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(undefined)
    // The server would take an empty list as all types.
    const hasNone = draft.purpose === 'EVENTS' && draft.types.length === 0
    setEmpty(hasNone)
    if (hasNone) return
    const onError = (error: Error) => setFailure(failureOf(error))
    if (endpoint)
      action.mutate({ kind: 'change', change: changeOf(draft) }, { onSuccess: () => onChanged?.(), onError })
    else add.mutate(newEndpointOf(draft), { onSuccess: (added) => onAdded?.(added), onError })
  }

  const fields = { draft, onChange: change, faultOf, isNew: endpoint === undefined }
  return (
    <form onSubmit={submit} onKeyDownCapture={submitByKey} className="flex flex-col gap-3">
      <TextField
        label={t`Name`}
        fault={faultOf('name')}
        maxLength={255}
        placeholder={t`Host name if empty`}
        value={draft.name}
        onChange={(text) => change({ name: text })}
      />
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
      <div className="form-footer flex pt-1">
        <DialogFooter
          verb={endpoint ? <Trans>Save</Trans> : <Trans>Add endpoint</Trans>}
          onClose={onClose}
          isBusy={add.isPending || action.isPending}
        />
      </div>
    </form>
  )
}

function draftOf(endpoint: Subscription): Draft {
  return {
    ...emptyDraft,
    name: endpoint.name,
    channel: endpoint.channel as Draft['channel'],
    purpose: endpoint.purpose as Draft['purpose'],
    format: endpoint.format as Draft['format'],
    url: endpoint.channel === 'FOLDER' ? '' : endpoint.url,
    folder: endpoint.folder ?? '',
    auth: endpoint.has_credentials ? 'kept' : 'none',
    edi_sender: endpoint.edi_sender ?? '',
    edi_recipient: endpoint.edi_recipient ?? '',
    edi_sender_qualifier: endpoint.edi_sender_qualifier ?? '',
    edi_recipient_qualifier: endpoint.edi_recipient_qualifier ?? '',
    has_public_key: endpoint.has_public_key,
    types: endpoint.event_types.length === 0 ? [allEvents] : endpoint.event_types,
  }
}
