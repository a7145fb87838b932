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

/**
 * Loads the order of a failed upload for the form. The page passes the form in, which would otherwise become a chunk of
 * its own.
 */
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

/** Links to the order if the failed upload was to change it. Otherwise says why there is nothing to correct. */
function NotToCorrect({ upload: { id, status, order_id, order_identifier, is_overtaken } }: { upload: UploadDetail }) {
  const navigate = useNavigate()
  useEffect(() => {
    if (status === 'ERROR' && !is_overtaken && order_id !== null) {
      void navigate({ to: '/orders/$orderId/edit', params: { orderId: order_id }, replace: true })
    } else void navigate({ to: '/uploads', search: { q: order_identifier, peek: id }, replace: true })
  }, [navigate, id, status, order_id, order_identifier, is_overtaken])
  return null
}
