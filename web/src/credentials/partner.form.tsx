import type { Partner } from '@cartage/contract/auth/app/clients'
import { listDispatchDestinations } from '@cartage/contract/dispatch/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { type BoundCompany, CompanyField } from '../records/company-field.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'

/** What a person has chosen so far of whom credentials are bound to. */
export interface PartnerWish {
  kind: 'ALL' | Partner['kind']
  company: BoundCompany | null
  destination: string | null
  code: string
}

/** Bound to nobody. */
export const unbound: PartnerWish = { kind: 'ALL', company: null, destination: null, code: '' }

/** The partner of a wish: null for nobody, undefined while something is lacking. */
export function partnerOf({ kind, company, destination, code }: PartnerWish): Partner | null | undefined {
  if (kind === 'ALL') return null
  if (kind === 'TELEMATICS') return code.trim() === '' ? undefined : { kind, key: code.trim() }
  const key = kind === 'COMPANY' ? company?.company_id : destination
  return key ? { kind, key } : undefined
}

/** Chooses whose trips, orders, resources and bookings credentials may report on. */
export function PartnerFields({
  wish,
  onChange,
  isAsked,
}: {
  wish: PartnerWish
  onChange: (wish: PartnerWish) => void
  /** The form was sent: what is lacking is said. */
  isAsked: boolean
}) {
  const { t } = useLingui()
  const { kind } = wish
  const destinations = useQuery({
    queryKey: ['dispatch', 'destinations'],
    queryFn: () => call(listDispatchDestinations, {}),
    enabled: kind === 'DESTINATION',
  })
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
          <Select<PartnerWish['kind']>
            id={id}
            className={className}
            choices={kinds}
            value={kind}
            onChange={(chosen) => onChange({ ...wish, kind: chosen })}
          />
        )}
      </Field>
      {kind === 'COMPANY' && (
        <CompanyField
          value={wish.company}
          onChange={(company) => onChange({ ...wish, company })}
          fault={isAsked && wish.company === null ? t`Choose a company.` : undefined}
        />
      )}
      {kind === 'DESTINATION' && (
        <Field label={t`Carrier`} fault={isAsked && wish.destination === null ? t`Choose a carrier.` : undefined}>
          {({ id, className }) => (
            <Select
              id={id}
              className={className}
              choices={inUse.map((one) => ({ value: one.dispatch_destination_id, label: one.name }))}
              value={wish.destination}
              onChange={(destination) => onChange({ ...wish, destination })}
            />
          )}
        </Field>
      )}
      {kind === 'TELEMATICS' && (
        <Field label={t`Telematics source`} fault={isAsked && wish.code.trim() === '' ? t`Enter a code.` : undefined}>
          {(input) => (
            <input
              {...input}
              value={wish.code}
              maxLength={100}
              onChange={(event) => onChange({ ...wish, code: event.target.value })}
            />
          )}
        </Field>
      )}
      {kind !== 'ALL' && (
        <p className="text-[12px] text-ink-3">
          <Trans>Updates to any other record are rejected and go to the inbox.</Trans>
        </p>
      )}
    </>
  )
}
