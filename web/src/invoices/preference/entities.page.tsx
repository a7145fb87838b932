import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Loaded } from '../../records/loaded.tsx'
import { SettingsBody } from '../../settings/page-body.tsx'
import { entriesQuery } from '../../settings/reference.queries.ts'
import { Select } from '../../ui/form/select.tsx'
import { Building2 } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PreferenceForm } from './preference.form.tsx'
import { preferenceQuery } from './queries.ts'

const billingRoute = getRouteApi('/shell/settings/billing')

/** Default billing preferences of each billing entity, for companies without their own. */
export function BillingPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { entity } = billingRoute.useSearch()
  const query = useQuery(entriesQuery('billing_entities'))
  const live = (query.data?.items ?? []).filter(({ is_archived }) => !is_archived)
  const codeOf = ({ values }: (typeof live)[number]) => String(values.code)
  const shown = live.find((one) => codeOf(one) === entity) ?? live.find(({ values }) => values.is_default) ?? live[0]
  return (
    <SettingsBody
      title={t`Billing`}
      text={<Trans>How companies are billed that have no billing preferences of their own.</Trans>}
      permission="invoice.read"
      actions={
        live.length > 1 && (
          <Select
            label={t`Billing entity`}
            className="w-56"
            choices={live.map((one) => ({ value: codeOf(one), label: String(one.values.name) }))}
            value={shown ? codeOf(shown) : null}
            onChange={(code) => void navigate({ to: '/settings/billing', search: { entity: code }, replace: true })}
          />
        )
      }
    >
      <Loaded query={query}>
        {() => (shown ? <Preference key={shown.setting_id} entityId={shown.setting_id} /> : <NoEntity />)}
      </Loaded>
    </SettingsBody>
  )
}

function Preference({ entityId }: { entityId: string }) {
  const subject = { billing_entity_id: entityId }
  const query = useQuery(preferenceQuery(subject))
  return (
    <Loaded query={query}>
      {(chosen) => <PreferenceForm key={chosen.version} subject={subject} chosen={chosen} />}
    </Loaded>
  )
}

function NoEntity() {
  const { t } = useLingui()
  return (
    <EmptyState icon={Building2} title={t`No billing entity yet`} text={t`Invoices are written in its name.`}>
      <p className="pt-4">
        <Link to="/settings/reference" search={{ kind: 'billing_entities' }} className="btn btn-brand">
          <Trans>Add billing entity</Trans>
        </Link>
      </p>
    </EmptyState>
  )
}
