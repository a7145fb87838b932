import type { Charge } from '@cartage/contract/charges/app/charge'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useListAddress } from '../lists/list-address.ts'
import { RecordList } from '../lists/record-list.tsx'
import { usePermission } from '../session/permission.ts'
import { ReceiptText } from '../ui/icons.tsx'
import { ChargeActions } from './actions.tsx'
import type { ChargesSearch } from './address.ts'
import { ChargesBulkBar } from './bulk-bar.tsx'
import { ChargePanel } from './charge.panel.tsx'
import { useChargeColumns } from './list.columns.tsx'
import { ChargeFilters } from './list.filters.tsx'
import { ChargeViews } from './list.views.tsx'
import { actOnCharges, chargeFiltersOf, chargeQuery, loadCharges } from './queries.ts'

const chargesRoute = getRouteApi('/shell/charges')

/** All charges and costs. */
export function ChargesPage() {
  const { t } = useLingui()
  const search = chargesRoute.useSearch()
  const address = useListAddress<ChargesSearch>('/charges', ['side'])
  const mayWrite = usePermission('charge.write')
  return (
    <RecordList<Charge, ChargesSearch>
      name="charges"
      title={t`Charges`}
      search={search}
      address={address}
      countLabels={(total) => t`${plural(total, { one: '# charge', other: '# charges' })}`}
      filters={chargeFiltersOf(search)}
      isFiltered={Object.keys(chargeFiltersOf({ ...search, side: undefined })).length > 0}
      load={loadCharges(search)}
      columns={useChargeColumns(search.side ?? 'SALES')}
      keyOf={({ charge_id }) => charge_id}
      nameOf={({ name, order, trip }) => [order?.name ?? trip?.name, name].join(' ')}
      pathOf={pathOf}
      isFaded={({ status }) => status === 'DO_NOT_INVOICE'}
      views={<ChargeViews search={search} onChange={address.change} />}
      tools={<ChargeFilters search={search} onChange={address.change} />}
      bulkBar={
        mayWrite
          ? (selection) => (
              <ChargesBulkBar selection={selection} run={actOnCharges} canInclude={search.status !== undefined} />
            )
          : undefined
      }
      peek={({ key, onClose }) => <Peek chargeId={key} onClose={onClose} />}
      empty={{
        icon: ReceiptText,
        title: t`No charges yet`,
        text: t`Charges of orders and costs of trips appear here.`,
      }}
    />
  )
}

/** A charge has no page of its own: it opens within its order or trip. */
function pathOf({ order, trip }: Charge): string {
  return order ? `/orders/${order.id}?tab=charges` : `/trips/${trip?.id}?tab=costs`
}

function Peek({ chargeId, onClose }: { chargeId: string; onClose: () => void }) {
  const charge = useQuery(chargeQuery(chargeId)).data
  if (!charge) return null
  return (
    <ChargePanel charge={charge} onClose={onClose}>
      <ChargeActions charge={charge} />
    </ChargePanel>
  )
}
