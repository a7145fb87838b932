import { useLingui } from '@lingui/react/macro'
import { Combobox } from '../ui/form/combobox.tsx'
import { Field } from '../ui/form/field.tsx'
import { findBindableCompanies } from './company.queries.ts'

/** The company that an external user or a program belongs to. */
export interface BoundCompany {
  company_id: string
  name: string
}

/** Chooses that company by typing part of its name. */
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
