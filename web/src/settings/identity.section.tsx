import type { Organisation } from '@cartage/contract/tenants/app/organisation'
import { largestLogo } from '@cartage/contract/tenants/app/organisation'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { faultsByPath } from '../api/field-faults.ts'
import { Loaded } from '../records/loaded.tsx'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Upload } from '../ui/icons.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { logoAddress, organisationQuery, useIdentityActions } from './identity.queries.ts'
import { entriesQuery } from './reference.queries.ts'

/** Name, logo and colour of the organisation, and its billing entities. */
export function IdentitySection() {
  const query = useQuery(organisationQuery)
  return (
    <div className="grid max-w-[560px] gap-4 border-b border-line pb-5">
      <Loaded query={query}>
        {(organisation) => (
          <>
            <NameForm key={`${organisation.name} ${organisation.colour}`} organisation={organisation} />
            <LogoField organisation={organisation} />
          </>
        )}
      </Loaded>
      <Entities />
    </div>
  )
}

/** Shown in the colour field if no colour is set: the colour of the application. */
const ownColour = '#0f766e'

function NameForm({ organisation }: { organisation: Organisation }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const mayWrite = usePermission('setting.write')
  const { change } = useIdentityActions()
  const [name, setName] = useState(organisation.name)
  const [colour, setColour] = useState(organisation.colour)
  const isChanged = name !== organisation.name || colour !== organisation.colour
  const faults = change.error ? faultsByPath(failureOf(change.error)) : {}
  return (
    <form
      aria-label={t`Name and colour`}
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate({ name, colour }, { onSuccess: () => toasts.done(t`Settings saved`) })
      }}
    >
      <TextField
        label={t`Name of the organisation`}
        fault={faults.name}
        maxLength={100}
        readOnly={!mayWrite}
        value={name}
        onChange={setName}
      />
      <Field label={t`Colour on papers and invoices`} fault={faults.colour}>
        {({ className: _className, ...input }) => (
          <div className="flex items-center gap-2">
            <input
              {...input}
              type="color"
              className="h-8 w-12 cursor-pointer rounded-md border border-line-strong bg-surface p-0.5"
              value={colour ?? ownColour}
              disabled={!mayWrite}
              onChange={(event) => setColour(event.target.value)}
            />
            <span className="tnum text-ink-2">{colour ?? t`None`}</span>
            {mayWrite && colour !== null && (
              <Button variant="ghost" onClick={() => setColour(null)}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </div>
        )}
      </Field>
      {mayWrite && isChanged && (
        <div className="flex gap-2">
          <Button variant="brand" type="submit" isBusy={change.isPending}>
            <Trans>Save</Trans>
          </Button>
        </div>
      )}
    </form>
  )
}

function LogoField({ organisation: { logo, name } }: { organisation: Organisation }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const mayWrite = usePermission('setting.write')
  const input = useRef<HTMLInputElement>(null)
  const { putLogo, removeLogo } = useIdentityActions()
  const failure = putLogo.error ? failureOf(putLogo.error) : undefined
  const tooLarge = t`The file has more than 512 KB. Save it smaller.`
  const [fault, setFault] = useState<string>()
  function choose(file: File | undefined) {
    if (!file) return
    putLogo.reset()
    setFault(file.size > largestLogo ? tooLarge : undefined)
    if (file.size <= largestLogo) putLogo.mutate(file, { onSuccess: () => toasts.done(t`Logo saved`) })
  }
  const message = fault ?? failure?.items[0]?.message ?? failure?.message
  return (
    <Group title={t`Logo`}>
      <div className="flex min-h-20 flex-wrap items-center gap-4 rounded-lg border border-line bg-white px-4 py-3">
        {logo ? (
          <img src={logoAddress(logo.logo_id)} alt={t`Logo of ${name}`} className="max-h-16 max-w-[220px]" />
        ) : (
          <span className="text-[#4b5563]">
            <Trans>No logo yet</Trans>
          </span>
        )}
      </div>
      {mayWrite && (
        <div className="flex items-center gap-2">
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg"
            aria-label={t`File of the logo`}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              choose(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <Button icon={Upload} isBusy={putLogo.isPending} onClick={() => input.current?.click()}>
            {logo ? <Trans>Replace logo</Trans> : <Trans>Upload logo</Trans>}
          </Button>
          {logo && (
            <Button
              variant="ghost"
              isBusy={removeLogo.isPending}
              onClick={() => removeLogo.mutate(undefined, { onSuccess: () => toasts.done(t`Logo removed`) })}
            >
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
      )}
      {message !== undefined && (
        <p role="alert" className="text-[12px] text-red">
          {message}
        </p>
      )}
      <p className="text-[12px] text-ink-3">
        <Trans>
          PNG or JPEG, at most 512 KB. Printed on invoices, CMRs, trip sheets, loading lists and delivery notes.
        </Trans>
      </p>
    </Group>
  )
}

/** Billing entities. Their address, VAT number and bank account are entered in one place only. */
function Entities() {
  const { t } = useLingui()
  const mayWrite = usePermission('setting.write')
  const entries = useQuery(entriesQuery('billing_entities')).data?.items ?? []
  const entities = entries.filter(({ is_archived }) => !is_archived)
  return (
    <Group title={t`Companies that invoice`}>
      <ul className="grid divide-y divide-line rounded-lg border border-line">
        {entities.map(({ setting_id, values }) => (
          <li key={setting_id} className="flex items-start gap-3 px-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{String(values.legal_name ?? '')}</p>
              <p className="text-[12px] text-ink-2">{entityLine(values)}</p>
            </div>
          </li>
        ))}
      </ul>
      {mayWrite && (
        <div>
          <Link to="/settings/reference" search={{ kind: 'billing_entities' }} className="btn btn-outline">
            <Trans>Edit address, VAT number and bank account</Trans>
          </Link>
        </div>
      )}
    </Group>
  )
}

/** VAT number, address, contact and bank account in one line, without unknown ones. */
function entityLine(values: Readonly<Record<string, unknown>>): string {
  const address = (values.address ?? {}) as Record<string, string | undefined>
  const contact = (values.contact ?? {}) as Record<string, string | undefined>
  const town = [address.postal_code, address.city].filter(Boolean).join(' ')
  const place = [address.street, town, values.country].filter(Boolean).join(', ')
  const facts = [
    values.vat_number,
    values.legal_form,
    values.company_registration_number,
    values.register_court,
    place,
    contact.phone,
    contact.email,
    values.iban,
  ]
  return facts.filter(Boolean).join(' · ') || '—'
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2" aria-label={title}>
      <h3 className="text-[12px] font-medium text-ink-2">{title}</h3>
      {children}
    </section>
  )
}
