import type { SearchResult } from '@cartage/contract/app/shell'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { findSuppliers } from './queries.ts'

/** Chooses the company that sent a document. */
export function SupplierDialog({
  onClose,
  onChoose,
  isBusy,
}: {
  onClose: () => void
  onChoose: (companyId: string) => void
  isBusy: boolean
}) {
  const { t } = useLingui()
  const [company, setCompany] = useState<SearchResult | null>(null)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Choose supplier`}
      text={t`The document is placed as a document of this company.`}
      foot={
        <DialogFoot
          verb={<Trans>Place</Trans>}
          onClose={onClose}
          onConfirm={() => company && onChoose(company.id)}
          isDisabled={company === null}
          isBusy={isBusy}
        />
      }
    >
      <Field label={t`Supplier`} fault={undefined}>
        {(input) => (
          <Combobox<SearchResult>
            {...input}
            value={company}
            onChange={setCompany}
            queryKey={['purchases', 'choose-supplier']}
            search={findSuppliers}
            textOf={({ title }) => title}
            keyOf={({ id }) => id}
            sideOf={({ text }) => text}
            placeholder={t`Name or code…`}
          />
        )}
      </Field>
    </Dialog>
  )
}
