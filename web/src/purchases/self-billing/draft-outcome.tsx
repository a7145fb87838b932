import type { SelfBilledDrafts } from '@cartage/contract/purchases/app/self-billing'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { z } from 'zod'
import { PlainTable } from '../../ui/table/plain-table.tsx'

type Outcome = z.output<typeof SelfBilledDrafts>
type Rejected = Outcome['rejected'][number]

/** The drafted documents, and each cost left out with its reason and a link to the fix. */
export function DraftOutcome({
  outcome: { invoice_ids, rejected },
  onLeave,
}: {
  outcome: Outcome
  onLeave: () => void
}) {
  const { t } = useLingui()
  const count = invoice_ids.length
  return (
    <div className="grid gap-3">
      <p className="font-medium">{t`${plural(count, { 0: 'No documents drafted', one: '# document drafted', other: '# documents drafted' })}`}</p>
      {count > 0 && (
        <p>
          <Link to="/purchases" search={{ view: 'consent' }} className="underline" onClick={onLeave}>
            <Trans>Documents that wait for the supplier</Trans>
          </Link>
        </p>
      )}
      {count === 0 && rejected.length === 0 && (
        <p className="text-ink-2">
          <Trans>No completed trip in this period has open costs that an agreement covers.</Trans>
        </p>
      )}
      {rejected.length > 0 && (
        <PlainTable<Rejected>
          label={t`Not drafted`}
          rows={rejected}
          keyOf={({ charge_id, company_id }) => charge_id ?? company_id}
          columns={[
            { id: 'trip', title: t`Trip`, width: 'w-28', cell: ({ trip_name }) => trip_name },
            { id: 'reason', title: t`Not drafted because`, cell: ({ message }) => message },
            { id: 'next', title: '', width: 'w-36', cell: (one) => <Mend rejected={one} onLeave={onLeave} /> },
          ]}
        />
      )}
    </div>
  )
}

/** Reasons that are fixed in the settings, with the kind of setting. */
const settingOf: Readonly<Record<string, 'tax_rates' | 'billing_entities'>> = {
  tax_rate_missing: 'tax_rates',
  vat_number_missing: 'billing_entities',
  billing_entity_missing: 'billing_entities',
}

function Mend({ rejected: { code, trip_id, company_id }, onLeave }: { rejected: Rejected; onLeave: () => void }) {
  const common = { className: 'underline', onClick: onLeave }
  const kind = settingOf[code]
  if (kind !== undefined) {
    return (
      <Link to="/settings/reference" search={{ kind }} {...common}>
        {kind === 'tax_rates' ? <Trans>Open tax rates</Trans> : <Trans>Open billing entities</Trans>}
      </Link>
    )
  }
  if (code === 'supplier_country_missing' || trip_id === null) {
    return (
      <Link to="/companies/$companyId" params={{ companyId: company_id }} {...common}>
        <Trans>Open supplier</Trans>
      </Link>
    )
  }
  return (
    <Link to="/trips/$tripId" params={{ tripId: trip_id }} search={{ tab: 'costs' }} {...common}>
      <Trans>Open costs of trip</Trans>
    </Link>
  )
}
