import { addedDocumentTypes } from '@cartage/contract/orders/app/documents'
import type { OrderRecord } from '@cartage/contract/orders/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { orderDocumentLabels } from '../../documents/order.labels.ts'
import { orderFilesQuery } from '../../documents/queries.ts'
import { DocumentsTab as RecordDocuments } from '../../documents/record.tab.tsx'
import { MailsSection } from '../../mails/mails.section.tsx'
import { usePermission } from '../../session/permission.ts'
import { FileWarning } from '../../ui/icons.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { addDocument } from './queries.ts'
import { Scans } from './scans.tsx'

/** Documents of the order, its consignments and its stops, with upload by drop or file dialog. */
export function DocumentsTab({ record }: { record: OrderRecord }) {
  const { t } = useLingui()
  const orderId = record.order.id
  const query = useQuery(orderFilesQuery(orderId))
  const mayWrite = usePermission('order.write')
  return (
    <>
      {query.data?.lacks_proof && (
        <div className="max-w-[960px] px-4 pt-3">
          <Notice icon={FileWarning} tone="amber">
            <Trans>Order completed without proof of delivery.</Trans>
          </Notice>
        </div>
      )}
      <RecordDocuments
        query={query}
        types={addedDocumentTypes}
        labels={orderDocumentLabels}
        isEditable={mayWrite}
        onAdd={(file, type) => addDocument(orderId, file, type)}
        empty={t`CMRs, proofs of delivery and photos appear here.`}
      />
      <MailsSection source={{ type: 'order', id: orderId }} />
      <Scans orderId={orderId} />
    </>
  )
}
