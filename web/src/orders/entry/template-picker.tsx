import type { ListedOrder } from '@cartage/contract/orders/app/list'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Combobox } from '../../ui/form/combobox.tsx'
import { findTemplates } from './queries.ts'

/** Starts from an existing order: copies all of it except its days and own numbers. */
export function TemplatePicker() {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <Combobox<ListedOrder>
      label={t`Copy from order`}
      placeholder={t`Copy from order…`}
      className="w-56"
      value={null}
      onChange={(order) => order && void navigate({ to: '/orders/new', search: { from: order.order_id } })}
      queryKey={['orders', 'templates']}
      search={findTemplates}
      textOf={({ order_number, customer }) => `${order_number} · ${customer.name}`}
      keyOf={({ order_id }) => order_id}
      sideOf={({ from, to }) => `${from?.city ?? ''} → ${to?.city ?? ''}`}
    />
  )
}
