import { type ApiRole, apiRoles } from '@cartage/contract/endpoint'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type BoundCompany, CompanyField } from '../records/company-field.tsx'
import { CheckField } from '../ui/form/checkbox.tsx'
import { Field } from '../ui/form/field.tsx'
import { Select } from '../ui/form/select.tsx'
import { apiRoleLabels } from './api-role.labels.ts'
import { CreateCredentialsDialog } from './create.dialog.tsx'
import { integrationsQuery, useCreateClient } from './queries.ts'

/** Creates an API client. */
export function ClientDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const create = useCreateClient()
  const integrations = useQuery(integrationsQuery).data?.items ?? []
  const [integration, setIntegration] = useState<string>()
  const [roles, setRoles] = useState<readonly ApiRole[]>(['API_ORDER'])
  const [company, setCompany] = useState<BoundCompany | null>(null)
  const isCustomer = roles.includes('CUSTOMER')
  const chosen = integration ?? integrations[0]?.integration_id

  function bodyOf(name: string) {
    if (roles.length === 0 || (isCustomer && company === null)) return undefined
    return {
      name,
      roles: [...roles],
      ...(chosen !== undefined && { integration_id: chosen }),
      company_id: isCustomer ? (company?.company_id ?? null) : null,
    }
  }

  return (
    <CreateCredentialsDialog
      title={t`New API client`}
      text={<Trans>Create one per system, so you can remove each separately.</Trans>}
      placeholder={t`Webshop`}
      idLabel={t`ID`}
      create={create}
      bodyOf={bodyOf}
      members={['integration_id', 'company_id']}
      onClose={onClose}
    >
      {({ isSubmitted, faults }) => (
        <>
          <Field label={t`Integration`} fault={faults.integration_id}>
            {({ id, className }) => (
              <Select
                id={id}
                className={className}
                choices={integrations.map((one) => ({ value: one.integration_id, label: one.name }))}
                value={chosen ?? null}
                onChange={setIntegration}
              />
            )}
          </Field>
          <RolesField roles={roles} onChange={setRoles} isSubmitted={isSubmitted} />
          {isCustomer && (
            <CompanyField
              value={company}
              onChange={setCompany}
              fault={isSubmitted && company === null ? t`Choose a company.` : faults.company_id}
            />
          )}
        </>
      )}
    </CreateCredentialsDialog>
  )
}

function RolesField({
  roles,
  onChange,
  isSubmitted,
}: {
  roles: readonly ApiRole[]
  onChange: (roles: readonly ApiRole[]) => void
  isSubmitted: boolean
}) {
  const { t } = useLingui()
  function toggle(role: ApiRole, isOn: boolean) {
    // The customer role cannot be combined with others.
    if (role === 'CUSTOMER') return onChange(isOn ? ['CUSTOMER'] : [])
    const others = roles.filter((one) => one !== role && one !== 'CUSTOMER')
    onChange(isOn ? [...others, role] : others)
  }
  return (
    <fieldset>
      <legend className="pb-1 text-[12px] font-medium text-ink-2">
        <Trans>Roles</Trans>
      </legend>
      {apiRoles.map((role) => (
        <CheckField key={role} isOn={roles.includes(role)} onChange={(isOn) => toggle(role, isOn)}>
          <span className="min-w-0 flex-1">{t(apiRoleLabels[role])}</span>
          <code className="font-mono text-[11px] text-ink-3">{role}</code>
        </CheckField>
      ))}
      {isSubmitted && roles.length === 0 && (
        <p className="text-[12px] text-red">
          <Trans>Choose at least one role.</Trans>
        </p>
      )}
    </fieldset>
  )
}
