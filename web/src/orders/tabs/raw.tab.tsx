import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Loaded } from '../../records/loaded.tsx'
import { usePermission } from '../../session/permission.ts'
import { Button } from '../../ui/button.tsx'
import { Copy, Download, FileUp } from '../../ui/icons.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { orderExportQuery } from '../order.queries.ts'

/** The order in upload format, to read, save as a file, or use as a template. */
export function RawTab({ orderId, orderNumber }: { orderId: string; orderNumber: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const mayWrite = usePermission('order.write')
  const query = useQuery(orderExportQuery(orderId))
  return (
    <div className="grid max-w-[960px] gap-3 p-4">
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 text-ink-2">
          <Trans>
            Send this to POST /v1/orders/order/upload. The same order_identifier updates this order, a new one creates a
            copy.
          </Trans>
        </p>
        {query.data !== undefined && (
          <Button
            icon={Download}
            onClick={() =>
              saveFile(`${orderNumber}.json`, JSON.stringify(query.data, null, 2), 'application/json;charset=utf-8')
            }
          >
            <Trans>Download JSON</Trans>
          </Button>
        )}
        <Button icon={FileUp} onClick={() => void navigate({ to: '/uploads', search: { order: orderId } })}>
          <Trans>Uploads of this order</Trans>
        </Button>
        {mayWrite && (
          <Button icon={Copy} onClick={() => void navigate({ to: '/orders/new', search: { from: orderId } })}>
            <Trans>Duplicate order</Trans>
          </Button>
        )}
      </div>
      <Loaded query={query}>{(body) => <JsonView value={body} label={t`Request body`} />}</Loaded>
    </div>
  )
}
