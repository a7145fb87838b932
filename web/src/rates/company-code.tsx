import { listCompanyRecords } from '@cartage/contract/companies/app/record'
import { useLingui } from '@lingui/react/macro'
import { call } from '../api/call.ts'
import { Combobox } from '../ui/form/combobox.tsx'

/** A company with the code used by rate cards. */
interface CodedCompany {
  code: string
  name: string
}

/** Companies by the start of their name or code, each with its pricing code. */
async function findCompanies(text: string): Promise<CodedCompany[]> {
  const { items } = await call(listCompanyRecords, { query: { q: text, sort: 'name', offset: 0, limit: 20 } })
  return items.flatMap(({ accounting_code, code, name }) => {
    const known = accounting_code || code
    return known ? [{ code: known, name }] : []
  })
}

/** Chooses a company by name, with its code as the value. Also accepts codes that no company has. */
export function CompanyCodeInput({
  value,
  onChange,
  label,
  ...input
}: {
  id?: string
  className?: string
  label?: string
  value: string
  onChange: (code: string) => void
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
}) {
  const { t } = useLingui()
  return (
    <Combobox<CodedCompany>
      {...input}
      label={label}
      value={value === '' ? null : { code: value, name: value }}
      onChange={(company) => onChange(company?.code ?? '')}
      queryKey={['rates', 'companies']}
      search={findCompanies}
      textOf={({ code, name }) => (name === code ? code : `${code} · ${name}`)}
      keyOf={({ code }) => code}
      onMake={(text) => onChange(text.trim())}
      placeholder={t`Company name or code`}
    />
  )
}
