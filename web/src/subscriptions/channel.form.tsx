import { ediMessageNames } from '@cartage/contract/deliveries/app/subscriptions'
import { useLingui } from '@lingui/react/macro'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import type { Draft, FieldsProps } from './draft.ts'

/** Channel of an endpoint, its purpose, and what it receives. */
export function ChannelFields({ draft, onChange, faultOf, isNew, isPurposeGiven = false }: FieldsProps) {
  const { t } = useLingui()
  const { channel, format } = draft
  const kindFault = faultOf('edi.sender_qualifier', 'edi.recipient_qualifier')
  return (
    <>
      {isNew && <Choices {...{ draft, onChange, faultOf, isNew, isPurposeGiven }} />}
      {channel !== 'FOLDER' && (
        <TextField
          label={t`Address`}
          fault={faultOf('url')}
          required
          placeholder={channel === 'SFTP' ? 'sftp://files.example:22' : 'https://receiver.example/events'}
          value={draft.url}
          onChange={(text) => onChange({ url: text })}
        />
      )}
      {channel !== 'HTTPS' && (
        <TextField
          label={t`Folder`}
          fault={faultOf('folder')}
          value={draft.folder}
          onChange={(text) => onChange({ folder: text })}
        />
      )}
      {channel === 'SFTP' && isNew && (
        <Field label={t`Host keys, one per line (“learn” accepts the current key)`} fault={faultOf('host_keys')}>
          {(input) => (
            <textarea
              {...input}
              className="field h-16 w-full py-1.5 font-mono text-[11.5px]"
              value={draft.host_keys}
              onChange={(event) => onChange({ host_keys: event.target.value })}
            />
          )}
        </Field>
      )}
      {format === 'EDI' && (
        <div className="grid grid-cols-[1fr_7rem] gap-3">
          <TextField
            label={t`Our interchange ID`}
            fault={kindFault === undefined ? faultOf('edi') : undefined}
            value={draft.edi_sender}
            onChange={(text) => onChange({ edi_sender: text })}
          />
          <Qualifier
            fault={faultOf('edi.sender_qualifier')}
            value={draft.edi_sender_qualifier}
            onChange={(edi_sender_qualifier) => onChange({ edi_sender_qualifier })}
          />
          <TextField
            label={t`Partner ID`}
            value={draft.edi_recipient}
            onChange={(text) => onChange({ edi_recipient: text })}
          />
          <Qualifier
            fault={faultOf('edi.recipient_qualifier')}
            value={draft.edi_recipient_qualifier}
            onChange={(edi_recipient_qualifier) => onChange({ edi_recipient_qualifier })}
          />
        </div>
      )}
    </>
  )
}

/** Qualifier of a party id, as partners require it: 14 for a GLN, ZZZ for an agreed one. */
function Qualifier({
  value,
  fault,
  onChange,
}: {
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}) {
  const { t } = useLingui()
  return (
    <TextField
      label={t`Qualifier`}
      fault={fault}
      maxLength={4}
      placeholder={t`14, ZZZ …`}
      value={value}
      onChange={(text) => onChange(text.toUpperCase())}
    />
  )
}

function Choices(props: FieldsProps) {
  return (
    <div className="grid grid-cols-3 gap-3">
      <ChannelChoice {...props} />
      {props.isPurposeGiven !== true && <PurposeChoices {...props} />}
    </div>
  )
}

function ChannelChoice({ draft, onChange, faultOf }: FieldsProps) {
  const { t } = useLingui()
  return (
    <Field label={t`Channel`} fault={faultOf('channel')}>
      {(input) => (
        <Select<Draft['channel']>
          {...input}
          choices={[
            { value: 'HTTPS', label: 'HTTPS' },
            { value: 'SFTP', label: 'SFTP' },
            { value: 'FOLDER', label: t`Folder` },
          ]}
          value={draft.channel}
          onChange={(channel) =>
            onChange({
              channel,
              auth: channel === 'SFTP' ? 'password' : 'none',
              ...(channel === 'HTTPS' && { format: 'JSON' }),
            })
          }
        />
      )}
    </Field>
  )
}

function PurposeChoices({ draft, onChange, faultOf }: FieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <Field label={t`Receives`} fault={faultOf('purpose')}>
        {(input) => (
          <Select<Draft['purpose']>
            {...input}
            choices={[
              { value: 'EVENTS', label: t`Events` },
              { value: 'DISPATCH', label: t`Dispatches` },
              { value: 'ACCESS_POINT', label: t`E-invoices (access point)` },
            ]}
            value={draft.purpose}
            onChange={(purpose) => onChange({ purpose })}
          />
        )}
      </Field>
      {draft.channel !== 'HTTPS' && (
        <Field label={t`Format`} fault={faultOf('format')}>
          {(input) => (
            <Select<Draft['format']>
              {...input}
              choices={[
                { value: 'JSON', label: 'JSON' },
                { value: 'EDI', label: `EDIFACT ${ediMessageNames.join(', ')}` },
              ]}
              value={draft.format}
              onChange={(format) => onChange({ format })}
            />
          )}
        </Field>
      )}
    </>
  )
}
