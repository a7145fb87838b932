import type { CustomerDocument } from '@cartage/contract/purchases/app/customer'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Amount, useAmountText } from '../../books/amount.tsx'
import { IconButton } from '../../ui/button.tsx'
import { ListCombobox } from '../../ui/form/list-combobox.tsx'
import { X } from '../../ui/icons.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'

type Line = CustomerDocument['lines'][number]
type Charge = Line['charges'][number]
type OpenCharge = CustomerDocument['open_charges'][number]

/** A charge of a line, or an empty row to choose one. */
interface Row {
  key: string
  line: Line
  charge: Charge | undefined
  isFirst: boolean
}

/** Lines of a document, each with its charges and a row to choose another. */
export function ChargesTable({
  document: { lines, open_charges, currency },
  onChange,
}: {
  document: CustomerDocument
  onChange: (position: number, chargeIds: string[]) => void
}) {
  const { t } = useLingui()
  const money = (amount: string) => <Amount amount={amount} currency={currency} />
  const idsOf = ({ charges }: Line) => charges.map(({ charge_id }) => charge_id)
  const add = (line: Line, id: string) => onChange(line.position, [...idsOf(line), id])
  const remove = (line: Line, id: string) =>
    onChange(
      line.position,
      idsOf(line).filter((one) => one !== id),
    )
  return (
    <PlainTable<Row>
      label={t`Lines and charges`}
      rows={lines.flatMap(rowsOf)}
      keyOf={({ key }) => key}
      columns={[
        { id: 'line', title: t`Line`, cell: ({ line, isFirst }) => isFirst && line.name },
        {
          id: 'amount',
          title: t`Billed`,
          width: 'w-24',
          align: 'right',
          cell: ({ line, charge, isFirst }) => (charge ? money(charge.billed) : isFirst && money(line.amount)),
        },
        {
          id: 'charge',
          title: t`Charge`,
          width: 'w-64',
          cell: ({ line, charge }) =>
            charge ? (
              <OurCharge charge={charge} onRemove={() => remove(line, charge.charge_id)} />
            ) : (
              <ChargeChoice line={line} charges={open_charges} currency={currency} onChoose={(id) => add(line, id)} />
            ),
        },
        {
          id: 'ours',
          title: t`Our amount`,
          width: 'w-24',
          align: 'right',
          cell: ({ charge }) => charge && money(charge.amount),
        },
        {
          id: 'difference',
          title: t`Difference`,
          width: 'w-28',
          align: 'right',
          cell: ({ charge }) => charge && <Difference charge={charge} currency={currency} />,
        },
      ]}
    />
  )
}

function rowsOf(line: Line): Row[] {
  const { position, charges } = line
  return [...charges, undefined].map((charge, at) => ({
    ...{ key: `${position} ${charge?.charge_id ?? ''}`, line, charge, isFirst: at === 0 },
  }))
}

function OurCharge({ charge: { order_id, order_name, name }, onRemove }: { charge: Charge; onRemove: () => void }) {
  const { t } = useLingui()
  return (
    <span className="flex items-center gap-1.5">
      <span className="min-w-0 flex-1">
        <Link to="/orders/$orderId" params={{ orderId: order_id }} className="tnum underline">
          {order_name}
        </Link>{' '}
        {name}
      </span>
      <IconButton icon={X} label={t`Remove ${name} of ${order_name}`} onClick={onRemove} />
    </span>
  )
}

function ChargeChoice({
  line: { position },
  charges,
  currency,
  onChoose,
}: {
  line: Line
  charges: readonly OpenCharge[]
  currency: string
  onChoose: (chargeId: string) => void
}) {
  const { t } = useLingui()
  const textOf = useAmountText()
  const labelOf = ({ order_name, reference, name, amount }: OpenCharge) =>
    [order_name, reference, name, textOf(amount, currency)].filter(Boolean).join(' · ')
  return (
    <ListCombobox
      label={t`Add charge to line ${position}`}
      className="field h-8 w-full"
      listKey={`customer-charges-${position}-${charges.length}`}
      choices={charges.map((charge) => ({ value: charge.charge_id, label: labelOf(charge) }))}
      value=""
      onChange={onChoose}
    />
  )
}

function Difference({ charge: { difference }, currency }: { charge: Charge; currency: string }) {
  const { t } = useLingui()
  if (Number(difference) === 0) return <span className="text-green">{t`In order`}</span>
  return (
    <span className="text-amber">
      <Amount amount={difference} currency={currency} />
    </span>
  )
}
