import { useLingui } from '@lingui/react/macro'
import { ReceiptText } from 'lucide-react'
import { EmptyState } from '../../ui/page/empty-state.tsx'

/** Charges of the order. No feature creates charges yet. */
export function ChargesTab() {
  const { t } = useLingui()
  return <EmptyState icon={ReceiptText} title={t`No charges yet`} text={t`Charges to the customer appear here.`} />
}
