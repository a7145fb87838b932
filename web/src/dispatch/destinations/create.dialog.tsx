import type { DispatchDestination, NewDispatchDestination } from '@cartage/contract/dispatch/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Failure, failureOf } from '../../api/failure.ts'
import { type ChosenLocation, LocationChoice } from '../../locations/location-choice.tsx'
import { type Supplier, SupplierField } from '../../purchases/supplier-field.tsx'
import { useLabels } from '../../records/code-labels.ts'
import { AuthFields } from '../../subscriptions/auth.form.tsx'
import { ChannelFields } from '../../subscriptions/channel.form.tsx'
import { type Draft as ChannelDraft, emptyDraft, newEndpointOf } from '../../subscriptions/draft.ts'
import { subscriptionsQuery } from '../../subscriptions/queries.ts'
import { CheckField } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../../ui/overlay/toasts.tsx'
import { destinationLabels } from './labels.ts'
import { useAddDestination } from './queries.ts'

type Kind = DispatchDestination['kind']

/** A new channel instead of an existing one. */
const newChannel = 'new'

interface Draft {
  kind: Kind
  name: string
  company: Supplier | null
  location: ChosenLocation | null
  account: string
  endpoint: string
  channel: ChannelDraft
  isAutomatic: boolean
  trackingLink: string
}

const empty: Draft = {
  ...{ kind: 'SUBCO', name: '', company: null, location: null, account: '', endpoint: newChannel },
  ...{ channel: { ...emptyDraft, purpose: 'DISPATCH' }, isAutomatic: false, trackingLink: '' },
}

/** Adds a destination with a new channel, or with an existing dispatch endpoint. */
export function CreateDestinationDialog({
  onClose,
  onAdded,
}: {
  onClose: () => void
  onAdded: (added: { destination: DispatchDestination; secret: string | null }) => void
}) {
  const { t } = useLingui()
  const toasts = useToasts()
  const add = useAddDestination()
  const [draft, setDraft] = useState(empty)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const failure = add.error ? failureOf(add.error) : undefined
  const faultOf = faultsOf(failure)
  const set = (members: Partial<Draft>) => setDraft({ ...draft, ...members })

  function submit() {
    setIsSubmitted(true)
    if (draft.name.trim() === '') return
    add.mutate(bodyOf(draft), {
      onSuccess(added) {
        toasts.done(t`${added.destination.name} added`)
        onAdded(added)
      },
    })
  }

  const title = t`Add destination`
  return (
    <Dialog isOpen onClose={onClose} title={title} className="w-[560px]">
      <Form
        label={title}
        failure={failure}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Add</Trans>} onClose={onClose} isBusy={add.isPending} />}
      >
        <PartnerFields draft={draft} onChange={set} faultOf={faultOf} isSubmitted={isSubmitted} />
        <EndpointField
          value={draft.endpoint}
          onChange={(endpoint) => set({ endpoint })}
          fault={faultOf('subscription_id')}
        />
        {draft.endpoint === newChannel && <NewChannel draft={draft} onChange={set} faultOf={faultOf} />}
        {(draft.kind === 'SUBCO' || draft.kind === 'FLEET') && (
          <CheckField isOn={draft.isAutomatic} onChange={(isAutomatic) => set({ isAutomatic })}>
            <Trans>Dispatch confirmed trips automatically</Trans>
          </CheckField>
        )}
        {draft.kind === 'LOCATION_BOOKING' && (
          <TrackingField
            value={draft.trackingLink}
            onChange={(trackingLink) => set({ trackingLink })}
            fault={faultOf('tracking_link')}
          />
        )}
      </Form>
    </Dialog>
  )
}

interface PartProps {
  draft: Draft
  onChange: (members: Partial<Draft>) => void
  faultOf: (...paths: string[]) => string | undefined
}

function PartnerFields({ draft, onChange, faultOf, isSubmitted }: PartProps & { isSubmitted: boolean }) {
  const { t } = useLingui()
  const labelOf = useLabels(destinationLabels)
  const kinds = Object.keys(destinationLabels) as Kind[]
  const { kind } = draft
  const hasAccount = kind === 'INTERMODAL' || kind === 'FLEET'
  const missing = isSubmitted && draft.name.trim() === '' ? t`Enter a name.` : undefined
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t`Receives`} fault={faultOf('kind')}>
          {(input) => (
            <Select<Kind>
              {...input}
              choices={kinds.map((value) => ({ value, label: labelOf(value) }))}
              value={kind}
              onChange={(next) => onChange({ kind: next })}
            />
          )}
        </Field>
        <TextField
          label={t`Name`}
          fault={missing ?? faultOf('name')}
          maxLength={255}
          value={draft.name}
          onChange={(text) => onChange({ name: text })}
        />
      </div>
      {kind === 'SUBCO' && (
        <SupplierField
          label={t`Carrier (empty: all without their own)`}
          value={draft.company}
          onChange={(company) => onChange({ company })}
          fault={faultOf('subcontractor_id')}
        />
      )}
      {kind === 'LOCATION_BOOKING' && (
        <LocationChoice
          label={t`Location (empty: all without their own)`}
          value={draft.location}
          onChange={(location) => onChange({ location })}
          isMissing={false}
          fault={faultOf('location_id')}
        />
      )}
      {hasAccount && (
        <TextField
          label={kind === 'FLEET' ? t`Integration (empty: all)` : t`Account (empty: all)`}
          fault={faultOf('account_code')}
          maxLength={255}
          value={draft.account}
          onChange={(text) => onChange({ account: text })}
        />
      )}
    </>
  )
}

/** Selects an existing dispatch endpoint, or a new channel where allowed. */
export function EndpointField({
  value,
  onChange,
  fault,
  isKnownOnly = false,
}: {
  value: string
  onChange: (id: string) => void
  fault: string | undefined
  isKnownOnly?: boolean
}) {
  const { t } = useLingui()
  const known = (useQuery(subscriptionsQuery).data?.items ?? []).filter(({ purpose }) => purpose === 'DISPATCH')
  const choices = known.map((one) => ({ value: one.subscription_id, label: one.name }))
  return (
    <Field label={t`Endpoint`} fault={fault}>
      {(input) => (
        <Select
          {...input}
          choices={isKnownOnly ? choices : [{ value: newChannel, label: t`New endpoint` }, ...choices]}
          placeholder={t`Choose…`}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

/** URL on which partners track a consignment. */
export function TrackingField({
  value,
  onChange,
  fault,
}: {
  value: string
  onChange: (text: string) => void
  fault: string | undefined
}) {
  const { t } = useLingui()
  return (
    <TextField
      label={t`Tracking page for the location (optional)`}
      fault={fault}
      placeholder={'https://track.example/{consignment_id}'}
      value={value}
      onChange={onChange}
    />
  )
}

function NewChannel({ draft: { channel }, onChange, faultOf }: PartProps) {
  const change = (members: Partial<ChannelDraft>) => onChange({ channel: { ...channel, ...members } })
  const props = { draft: channel, onChange: change, faultOf, isNew: true, isPurposeGiven: true }
  return (
    <>
      <ChannelFields {...props} />
      <AuthFields {...props} />
    </>
  )
}

/** Finds the error of any of the given members, of the destination or its new channel. */
function faultsOf(failure: Failure | undefined): (...paths: string[]) => string | undefined {
  const isAt = (at: string, path: string) => at.startsWith(path) || at.startsWith(`channel.${path}`)
  return (...paths) => failure?.items.find(({ path }) => paths.some((one) => isAt(path ?? '', one)))?.message
}

function bodyOf({ kind, name, company, location, account, endpoint, channel, ...rest }: Draft): NewDispatchDestination {
  return {
    ...{ kind, name: name.trim() },
    ...(kind === 'SUBCO' && company && { subcontractor_id: company.id }),
    ...(kind === 'LOCATION_BOOKING' && location && { location_id: location.id }),
    ...((kind === 'INTERMODAL' || kind === 'FLEET') && account.trim() !== '' && { account_code: account.trim() }),
    ...(endpoint === newChannel ? { channel: channelOf(channel) } : { subscription_id: endpoint }),
    ...((kind === 'SUBCO' || kind === 'FLEET') && { is_automatic: rest.isAutomatic }),
    ...(kind === 'LOCATION_BOOKING' && rest.trackingLink.trim() !== '' && { tracking_link: rest.trackingLink.trim() }),
  }
}

function channelOf(draft: ChannelDraft): NonNullable<NewDispatchDestination['channel']> {
  const { channel, url, folder, host_keys, credentials } = newEndpointOf(draft)
  return {
    channel: channel ?? 'HTTPS',
    ...(url !== undefined && { url }),
    ...(folder !== undefined && { folder }),
    ...(host_keys !== undefined && { host_keys }),
    ...(credentials && { credentials }),
  }
}
