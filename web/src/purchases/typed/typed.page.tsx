import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ReceivedFile } from '../../documents/preview.tsx'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { RecordFrame } from '../../ui/page/record-frame.tsx'
import { unplacedFileAddress, unplacedQuery } from '../unplaced/queries.ts'
import { TypedForm } from './typed.form.tsx'

const route = getRouteApi('/shell/purchases/type/$itemId')

/** Form for a document that no reader understands, next to its file (PURCH-32). */
export function TypePurchasePage() {
  const { t } = useLingui()
  const { itemId } = route.useParams()
  const query = useQuery(unplacedQuery(itemId))
  const mayWrite = usePermission('invoice.write')
  usePageTitle(t`Type in`)
  return (
    <RecordFrame list={{ to: '/purchases', title: t`Purchases` }} name={t`Type in`}>
      <Loaded query={query}>
        {(document) => (
          <div className="flex h-full min-h-0 max-lg:flex-col">
            <div className="min-h-0 min-w-0 flex-1 overflow-y-auto p-4">
              {document.status === 'OPEN' && document.is_to_type && mayWrite ? (
                <TypedForm document={document} />
              ) : (
                <p>
                  <Trans>This document does not wait to be typed in.</Trans>
                </p>
              )}
            </div>
            <ReceivedFile address={unplacedFileAddress(itemId)} isNarrow={false} />
          </div>
        )}
      </Loaded>
    </RecordFrame>
  )
}
