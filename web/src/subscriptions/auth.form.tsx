import { useLingui } from '@lingui/react/macro'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import type { Draft, FieldsProps } from './draft.ts'

/** Authentication of requests to an endpoint. Stored secrets are never shown and can only be replaced. */
export function AuthFields({ draft, onChange, faultOf, isNew }: FieldsProps) {
  const { t } = useLingui()
  const { auth, channel } = draft
  if (channel === 'FOLDER') return null
  const ways: { value: Draft['auth']; label: string }[] =
    channel === 'SFTP'
      ? [
          { value: 'password', label: t`Password` },
          { value: 'key', label: t`Private key` },
        ]
      : [
          { value: 'none', label: t`None (signature only)` },
          { value: 'basic', label: t`Basic` },
          { value: 'header', label: t`Header` },
        ]
  const kept: { value: Draft['auth']; label: string }[] = isNew ? [] : [{ value: 'kept', label: t`Keep current` }]
  return (
    <>
      <Field label={t`Authentication`} fault={faultOf('receiver_auth', 'credentials')}>
        {(input) => (
          <Select<Draft['auth']>
            {...input}
            choices={[...kept, ...ways]}
            value={auth}
            onChange={(next) => onChange({ auth: next })}
          />
        )}
      </Field>
      {auth !== 'none' && auth !== 'kept' && <Secret draft={draft} onChange={onChange} />}
    </>
  )
}

function Secret({ draft, onChange }: Pick<FieldsProps, 'draft' | 'onChange'>) {
  const { t } = useLingui()
  const { auth } = draft
  return (
    <div className={auth === 'key' ? 'flex flex-col gap-3' : 'grid grid-cols-2 gap-3'}>
      <TextField
        label={auth === 'header' ? t`Header name` : t`User name`}
        required
        autoComplete="off"
        value={draft.username}
        onChange={(text) => onChange({ username: text })}
      />
      {auth === 'key' ? (
        <Field label={t`Private key`} fault={undefined}>
          {(input) => (
            <textarea
              {...input}
              required
              className="field h-24 w-full py-1.5 font-mono text-[11.5px]"
              value={draft.secret}
              onChange={(event) => onChange({ secret: event.target.value })}
            />
          )}
        </Field>
      ) : (
        <TextField
          label={auth === 'header' ? t`Header value` : t`Password`}
          required
          type="password"
          autoComplete="new-password"
          value={draft.secret}
          onChange={(text) => onChange({ secret: text })}
        />
      )}
      {auth === 'key' && (
        <TextField
          label={t`Key passphrase (optional)`}
          type="password"
          autoComplete="new-password"
          value={draft.passphrase}
          onChange={(text) => onChange({ passphrase: text })}
        />
      )}
    </div>
  )
}
