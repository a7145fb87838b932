import { useLingui } from '@lingui/react/macro'
import { ViewsNav } from '../lists/views-nav.tsx'
import { usePermission } from '../session/permission.ts'
import type { ChargesSearch } from './address.ts'

/** Sales and costs as separate lists. Users who may not approve see no costs. */
export function ChargeViews({
  search,
  onChange,
}: {
  search: ChargesSearch
  onChange: (change: Partial<ChargesSearch>) => void
}) {
  const { t } = useLingui()
  const seesCosts = usePermission('charge.approve')
  return (
    <ViewsNav<'SALES' | 'COST'>
      views={[{ value: 'SALES', title: t`Sales` }, ...(seesCosts ? [{ value: 'COST' as const, title: t`Costs` }] : [])]}
      value={search.side ?? 'SALES'}
      onChange={(side) => onChange({ side: side === 'SALES' ? undefined : side, type: undefined, peek: undefined })}
    />
  )
}
