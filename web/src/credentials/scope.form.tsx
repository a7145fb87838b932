import type { Partner, WebhookCredential } from '@cartage/contract/auth/app/clients'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type BoundCompany, CompanyField } from '../records/company-field.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { destinationsQuery } from './queries.ts'

/** Selected scope of webhook credentials: the records they may report on. */
export interface Scope {
  kind: 'ALL' | Partner['kind']
  company: BoundCompany | null
  destination: string | null
  code: string
}

/** No limit. */
export const allRecords: Scope = { kind: 'ALL', company: null, destination: null, code: '' }

/** Partner of a scope: null for all records, undefined while incomplete. */
export function partnerOf({ kind, company, destination, code }: Scope): Partner | null | undefined {
  if (kind === 'ALL') return null
  if (kind === 'TELEMATICS') return code.trim() === '' ? undefined : { kind, key: code.trim() }
  const key = kind === 'COMPANY' ? company?.company_id : destination
  return key ? { kind, key } : undefined
}

/** Scope of existing credentials. */
export function scopeOf(partner: WebhookCredential['partner']): Scope {
  if (partner === null) return allRecords
  const { kind, key, name } = partner
  if (kind === 'COMPANY') return { ...allRecords, kind, company: { company_id: key, name: name ?? key } }
  return kind === 'DESTINATION' ? { ...allRecords, kind, destination: key } : { ...allRecords, kind, code: key }
}

/** Selects the partner whose trips, orders, resources and bookings credentials may report on. */
export function ScopeFields({
  scope,
  onChange,
  isSubmitted,
}: {
  scope: Scope
  onChange: (scope: Scope) => void
  /** After the first submit, missing fields show an error. */
  isSubmitted: boolean
}) {
  const { t } = useLingui()
  const { kind } = scope
  const destinations = useQuery({ ...destinationsQuery, enabled: kind === 'DESTINATION' })
  const inUse = (destinations.data?.items ?? []).filter(({ is_archived }) => !is_archived)
  const kinds = [
    { value: 'ALL', label: t`All records` },
    { value: 'COMPANY', label: t`Records of one company` },
    { value: 'DESTINATION', label: t`Records of one carrier` },
    { value: 'TELEMATICS', label: t`Records of one telematics source` },
  ] as const
  return (
    <>
      <Field label={t`Scope`} fault={undefined}>
        {({ id, className }) => (
          <Select<Scope['kind']>
            id={id}
            className={className}
            choices={kinds}
            value={kind}
            onChange={(chosen) => onChange({ ...scope, kind: chosen })}
          />
        )}
      </Field>
      {kind === 'COMPANY' && (
        <CompanyField
          value={scope.company}
          onChange={(company) => onChange({ ...scope, company })}
          fault={isSubmitted && scope.company === null ? t`Choose a company.` : undefined}
        />
      )}
      {kind === 'DESTINATION' && (
        <Field label={t`Carrier`} fault={isSubmitted && scope.destination === null ? t`Choose a carrier.` : undefined}>
          {({ id, className }) => (
            <Select
              id={id}
              className={className}
              choices={inUse.map((one) => ({ value: one.dispatch_destination_id, label: one.name }))}
              value={scope.destination}
              onChange={(destination) => onChange({ ...scope, destination })}
            />
          )}
        </Field>
      )}
      {kind === 'TELEMATICS' && (
        <TextField
          label={t`Telematics source`}
          fault={isSubmitted && scope.code.trim() === '' ? t`Enter a code.` : undefined}
          maxLength={100}
          value={scope.code}
          onChange={(text) => onChange({ ...scope, code: text })}
        />
      )}
      {kind !== 'ALL' && (
        <p className="text-[12px] text-ink-3">
          <Trans>Updates to any other record are rejected and go to the inbox.</Trans>
        </p>
      )}
    </>
  )
}
