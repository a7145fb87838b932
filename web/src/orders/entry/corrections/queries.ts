import { getUpload } from '@cartage/contract/orders/app/uploads'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** An upload that failed, as it was sent. Read once: what others do meanwhile takes no typed text away. */
export const failedUploadQuery = (uploadId: string) =>
  queryOptions({
    queryKey: ['correction', uploadId],
    queryFn: () => call(getUpload, { params: { upload_id: uploadId } }),
    staleTime: 'static',
    gcTime: 0,
  })
