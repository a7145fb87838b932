import { type ApiRole, apiRoles } from '@cartage/contract/endpoint'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { faultsByField, restOf } from '../api/field-faults.ts'
import { CompanyField } from '../records/company-field.tsx'
import { CheckField } from '../ui/form/checkbox.tsx'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Select } from '../ui/form/select.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFoot } from '../ui/overlay/dialog-foot.tsx'
import type { CreateProps } from './list-body.tsx'
import { integrationsQuery } from './queries.ts'

/** What each role of a program may do, in words. */
export const apiRoleWords: Readonly<Record<ApiRole, MessageDescriptor>> = {
  API_ORDER: msg`Orders: upload, read, documents`,
  API_ACCOUNTING: msg`Accounting: companies and their accounts`,
  API_MASTER_DATA: msg`Master data: resources, groups, certificates`,
  API_TRIP: msg`Trips: read plans, positions`,
  CUSTOMER: msg`Customer: orders of one company only`,
}

/** Makes an API client. */
export function ClientDialog({ create, onClose, onShown }: CreateProps) {
  const { t } = useLingui()
  const integrations = useQuery(integrationsQuery).data?.items ?? []
  const [name, setName] = useState('')
  const [integration, setIntegration] = useState<string>()
  const [roles, setRoles] = useState<readonly ApiRole[]>(['API_ORDER'])
  const [company, setCompany] = useState<{ company_id: string; name: string } | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const failure = create.error ? failureOf(create.error) : undefined
  const faults = faultsByField(failure)
  const isCustomer = roles.includes('CUSTOMER')
  const chosen = integration ?? integrations[0]?.integration_id

  function toggle(role: ApiRole, isOn: boolean) {
    // The role of a customer stands alone.
    if (role === 'CUSTOMER') return setRoles(isOn ? ['CUSTOMER'] : [])
    const others = roles.filter((one) => one !== role && one !== 'CUSTOMER')
    setRoles(isOn ? [...others, role] : others)
  }

  function submit() {
    setIsAsked(true)
    if (name.trim() === '' || roles.length === 0 || (isCustomer && company === null)) return
    create.mutate(
      {
        name: name.trim(),
        roles: [...roles],
        ...(chosen !== undefined && { integration_id: chosen }),
        company_id: isCustomer ? (company?.company_id ?? null) : null,
      },
      { onSuccess: onShown },
    )
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`New API client`}
      text={<Trans>Create one per system, so you can remove each separately.</Trans>}
    >
      <Form
        label={t`New API client`}
        failure={restOf(failure, ['name', 'integration_id', 'company_id'])}
        onSubmit={submit}
        foot={<DialogFoot verb={<Trans>Create</Trans>} onClose={onClose} isBusy={create.isPending} />}
      >
        <Field label={t`Name`} fault={isAsked && name.trim() === '' ? t`Enter a name.` : faults.name}>
          {(input) => (
            <input
              {...input}
              value={name}
              maxLength={100}
              placeholder={t`Webshop`}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
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
        <fieldset>
          <legend className="pb-1 text-[12px] font-medium text-ink-2">
            <Trans>Roles</Trans>
          </legend>
          {apiRoles.map((role) => (
            <CheckField key={role} isOn={roles.includes(role)} onChange={(isOn) => toggle(role, isOn)}>
              <span className="min-w-0 flex-1">{t(apiRoleWords[role])}</span>
              <code className="font-mono text-[11px] text-ink-3">{role}</code>
            </CheckField>
          ))}
          {isAsked && roles.length === 0 && (
            <p className="text-[12px] text-red">
              <Trans>Choose at least one role.</Trans>
            </p>
          )}
        </fieldset>
        {isCustomer && (
          <CompanyField
            value={company}
            onChange={setCompany}
            fault={isAsked && company === null ? t`Choose a company.` : faults.company_id}
          />
        )}
      </Form>
    </Dialog>
  )
}
