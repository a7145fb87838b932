import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { type Supplier, SupplierField } from '../supplier-field.tsx'

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
  const [company, setCompany] = useState<Supplier | null>(null)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Choose supplier`}
      text={t`The document is placed as a document of this company.`}
      footer={
        <DialogFooter
          verb={<Trans>Place</Trans>}
          onClose={onClose}
          onConfirm={() => company && onChoose(company.id)}
          isDisabled={company === null}
          isBusy={isBusy}
        />
      }
    >
      <SupplierField label={t`Supplier`} value={company} onChange={setCompany} fault={undefined} />
    </Dialog>
  )
}
