import { listCompanyRecords } from '@cartage/contract/companies/app/record'
import { useLingui } from '@lingui/react/macro'
import { call } from '../../api/call.ts'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Field } from '../../ui/form/field.tsx'

/** A customer or carrier that limits a replay. */
export interface ReplayCompany {
  company_id: string
  name: string
}

async function findCompanies(text: string): Promise<ReplayCompany[]> {
  const { items } = await call(listCompanyRecords, { query: { q: text, sort: 'name', offset: 0, limit: 20 } })
  return items.map(({ company_id, name }) => ({ company_id, name }))
}

/** Chooses one company. None means all. */
export function ReplayCompanyField({
  isSales,
  value,
  onChange,
}: {
  isSales: boolean
  value: ReplayCompany | null
  onChange: (company: ReplayCompany | null) => void
}) {
  const { t } = useLingui()
  return (
    <Field label={isSales ? t`Customer` : t`Carrier`} fault={undefined}>
      {(input) => (
        <Combobox<ReplayCompany>
          {...input}
          className="w-64"
          value={value}
          onChange={onChange}
          queryKey={['rates', 'replay', 'companies']}
          search={findCompanies}
          textOf={({ name }) => name}
          keyOf={({ company_id }) => company_id}
          placeholder={t`All`}
        />
      )}
    </Field>
  )
}
