import type { SearchResult } from '@cartage/contract/app/shell'
import { useLingui } from '@lingui/react/macro'
import { Combobox } from '../ui/form/combobox.tsx'
import { Field } from '../ui/form/field.tsx'
import { findSuppliers } from './unplaced/queries.ts'

/** A company found by search. */
export type Supplier = Pick<SearchResult, 'id' | 'title' | 'text'>

/** Chooses a supplier by part of its name or code. */
export function SupplierField({
  label,
  value,
  onChange,
  fault,
}: {
  label: string
  value: Supplier | null
  onChange: (supplier: Supplier | null) => void
  fault: string | undefined
}) {
  const { t } = useLingui()
  return (
    <Field label={label} fault={fault}>
      {(input) => (
        <Combobox<Supplier>
          {...input}
          value={value}
          onChange={onChange}
          queryKey={['purchases', 'choose-supplier']}
          search={findSuppliers}
          textOf={({ title }) => title}
          keyOf={({ id }) => id}
          sideOf={({ text }) => text}
          placeholder={t`Name or code…`}
        />
      )}
    </Field>
  )
}
