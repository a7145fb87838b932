import { useLingui } from '@lingui/react/macro'
import { Combobox } from '../ui/form/combobox.tsx'
import { Field } from '../ui/form/field.tsx'
import { findBindableCompanies } from './company.queries.ts'

/** Company of an external user or API client. */
export interface BoundCompany {
  company_id: string
  name: string
}

/** Chooses the company by part of its name. */
export function CompanyField({
  value,
  onChange,
  fault,
}: {
  value: BoundCompany | null
  onChange: (company: BoundCompany | null) => void
  fault: string | undefined
}) {
  const { t } = useLingui()
  return (
    <Field label={t`Company`} fault={fault}>
      {(input) => (
        <Combobox<BoundCompany>
          {...input}
          value={value}
          onChange={onChange}
          queryKey={['clients', 'companies']}
          search={findBindableCompanies}
          textOf={(company) => company.name}
          keyOf={(company) => company.company_id}
        />
      )}
    </Field>
  )
}
