import type { Sending } from '@cartage/contract/billing/app/sending'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useListAddress } from '../lists/list-address.ts'
import { RecordList } from '../lists/record-list.tsx'
import { usePermission } from '../session/permission.ts'
import { Send } from '../ui/icons.tsx'
import type { SendingsSearch } from './address.ts'
import { SendingsBulkBar } from './bulk-bar.tsx'
import { useSendingColumns } from './list.columns.tsx'
import { SendingFilters } from './list.filters.tsx'
import { SendingViews } from './list.views.tsx'
import { loadSendings, sendingFiltersOf } from './queries.ts'

// Loaded on first use.
const SendingPanel = lazy(async () => ({ default: (await import('./sending.panel.tsx')).SendingPanel }))

const sendingsRoute = getRouteApi('/shell/sendings')

/** Sendings of documents and reminders to customers. */
export function SendingsPage() {
  const { t } = useLingui()
  const search = sendingsRoute.useSearch()
  const address = useListAddress<SendingsSearch>('/sendings')
  const mayWrite = usePermission('invoice.write')
  return (
    <RecordList<Sending, SendingsSearch>
      name="sendings"
      title={t`Sent invoices`}
      search={search}
      address={address}
      countLabels={(total) => t`${plural(total, { one: '# sending', other: '# sendings' })}`}
      filters={sendingFiltersOf(search)}
      load={loadSendings(search)}
      columns={useSendingColumns()}
      keyOf={({ sending_id }) => sending_id}
      nameOf={({ document }) => document}
      pathOf={({ invoice_id }) => `/invoices/${invoice_id}`}
      isFaded={({ has_repeat }) => has_repeat}
      views={<SendingViews search={search} onChange={address.change} />}
      tools={<SendingFilters search={search} onChange={address.change} />}
      bulkBar={mayWrite ? (selection) => <SendingsBulkBar selection={selection} /> : undefined}
      peek={({ key, onClose }) => (
        <Suspense>
          <SendingPanel key={key} sendingId={key} onClose={onClose} />
        </Suspense>
      )}
      empty={{
        icon: Send,
        title: t`Nothing sent yet`,
        text: t`Finalised documents appear here as the billing preferences of the customer say.`,
      }}
    />
  )
}
