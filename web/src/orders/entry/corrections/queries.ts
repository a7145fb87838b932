import { getUpload } from '@cartage/contract/orders/app/uploads'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** A failed upload, as it was sent. Fetched once, so that changes by others never discard typed text. */
export const failedUploadQuery = (uploadId: string) =>
  queryOptions({
    queryKey: ['correction', uploadId],
    queryFn: () => call(getUpload, { params: { upload_id: uploadId } }),
    staleTime: 'static',
    gcTime: 0,
  })
