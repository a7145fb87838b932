import type { UploadDetail } from '@cartage/contract/orders/app/uploads'
import type { OrderExport } from '@cartage/contract/orders/order-input'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { failureOf } from '../../../api/failure.ts'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { failedUploadQuery } from './queries.ts'
import { orderOfUpload } from './upload-model.ts'

interface CorrectedOrderProps {
  uploadId: string
  children: (order: OrderExport, upload: UploadDetail) => ReactNode
}

/** Reads the order of a failed upload for the form, which comes from the page: in both it would be a part of its own. */
export function CorrectedOrder({ uploadId, children }: CorrectedOrderProps) {
  const { data: upload, error } = useQuery(failedUploadQuery(uploadId))
  if (error) {
    return (
      <div className="p-4">
        <ErrorPanel {...failureOf(error)} />
      </div>
    )
  }
  if (upload === undefined) return null
  const order = orderOfUpload(upload)
  return order === undefined ? <NotToCorrect upload={upload} /> : children(order, upload)
}

/**
 * Of a failed upload that was to change an order, the order is edited. The panel of any other one says why there is nothing to
 * correct.
 */
function NotToCorrect({ upload: { id, status, order_id, order_identifier, is_overtaken } }: { upload: UploadDetail }) {
  const navigate = useNavigate()
  useEffect(() => {
    if (status === 'ERROR' && !is_overtaken && order_id !== null) {
      void navigate({ to: '/orders/$orderId/edit', params: { orderId: order_id }, replace: true })
    } else void navigate({ to: '/uploads', search: { q: order_identifier, peek: id }, replace: true })
  }, [navigate, id, status, order_id, order_identifier, is_overtaken])
  return null
}
