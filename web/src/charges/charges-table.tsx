import type { Charge } from '@cartage/contract/charges/app/charge'
import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '../books/amount.tsx'
import { useLabels } from '../records/code-labels.ts'
import { classNames } from '../ui/class-names.ts'
import { History, TriangleAlert } from '../ui/icons.tsx'
import { SidewaysBox } from '../ui/table/sideways-box.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { Calculation } from './calculation.tsx'
import { InvoiceOf } from './invoice-of.tsx'
import { ApprovalBadge, ChargeStatusBadge, originLabels } from './labels.tsx'

interface ChargesTableProps {
  label: string
  rows: readonly Charge[]
  /** Id of the charge that keyboard shortcuts act on. */
  current: string | undefined
  onChoose: (chargeId: string) => void
}

/** Charges of one record: a row is selected with the pointer, the arrows or J and K, and opens next to the table. */
export function ChargesTable({ label, rows, current, onChoose }: ChargesTableProps) {
  const { t } = useLingui()
  // The panel of the selected charge takes space and shows the hidden columns.
  const isNarrow = rows.some(({ charge_id }) => charge_id === current)
  function move(step: number) {
    const at = rows.findIndex(({ charge_id }) => charge_id === current)
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))]
    if (next) onChoose(next.charge_id)
  }
  return (
    <SidewaysBox label={label}>
      <table
        className={classNames(
          'w-full table-fixed border-collapse text-left',
          isNarrow ? 'min-w-[720px]' : 'min-w-[960px]',
        )}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys choose a row
        tabIndex={0}
        onKeyDown={(event) => {
          const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
          if (step === undefined || event.metaKey || event.ctrlKey || event.altKey) return
          event.preventDefault()
          move(step)
        }}
      >
        <thead className="bg-sunken text-[12px] text-ink-2">
          <tr className="h-8">
            <Head>{t`Charge`}</Head>
            <Head width="w-40" isRight>{t`Quantity × price`}</Head>
            <Head width="w-32" isRight>{t`Amount`}</Head>
            {!isNarrow && <Head width="w-28" isRight>{t`Tax`}</Head>}
            <Head width="w-36">{t`Status`}</Head>
            <Head width="w-40">{t`Approval`}</Head>
            {!isNarrow && <Head width="w-32">{t`Origin`}</Head>}
          </tr>
        </thead>
        <tbody>
          {rows.map((charge) => (
            <Row
              key={charge.charge_id}
              charge={charge}
              isCurrent={charge.charge_id === current}
              isNarrow={isNarrow}
              onChoose={() => onChoose(charge.charge_id)}
            />
          ))}
        </tbody>
      </table>
    </SidewaysBox>
  )
}

/** One charge; without tax and origin in the narrow layout. */
function Row({
  charge,
  isCurrent,
  isNarrow,
  onChoose,
}: {
  charge: Charge
  isCurrent: boolean
  isNarrow: boolean
  onChoose: () => void
}) {
  const originOf = useLabels(originLabels)
  return (
    <tr
      aria-selected={isCurrent}
      className={classNames(
        'h-10 cursor-default border-t border-line hover:bg-hover',
        isCurrent && 'bg-pressed',
        charge.status === 'DO_NOT_INVOICE' && 'text-ink-3',
      )}
      onClick={onChoose}
    >
      <td className="px-3 py-1.5">
        <p className="truncate font-medium">{charge.name}</p>
        {charge.description !== '' && charge.description !== charge.name && (
          <p className="truncate text-[12px] text-ink-2">{charge.description}</p>
        )}
      </td>
      <td className="px-3 text-right text-ink-2">
        <Calculation of={charge} />
      </td>
      <td className="px-3 text-right">
        <AmountOf charge={charge} />
      </td>
      {!isNarrow && (
        <td className="px-3 text-right">
          {charge.tax ? (
            <Amount amount={charge.tax.amount} currency={charge.currency} />
          ) : (
            <span className="text-ink-3">{charge.side === 'SALES' ? <Trans context="state">Open</Trans> : '—'}</span>
          )}
        </td>
      )}
      <td className="px-3 py-1.5">
        <ChargeStatusBadge charge={charge} />
        <InvoiceOf charge={charge} />
      </td>
      <td className="px-3">
        <ApprovalBadge approval={charge.approval} />
      </td>
      {!isNarrow && <td className="px-3 text-ink-2">{originOf(charge.origin)}</td>}
    </tr>
  )
}

function Head({ width, isRight, children }: { width?: string; isRight?: boolean; children: string }) {
  return (
    <th scope="col" className={classNames('px-3 font-medium', width, isRight && 'text-right')}>
      {children}
    </th>
  )
}

/** Amount, marked if set manually, and marked if rating has a different result since. */
export function AmountOf({ charge }: { charge: Charge }) {
  const { t } = useLingui()
  return (
    <span className="inline-flex items-center gap-1.5">
      {charge.is_override_outdated ? (
        <Tooltip text={t`The rated price changed after this override`}>
          <TriangleAlert size={13} className="text-amber" aria-label={t`Outdated override`} />
        </Tooltip>
      ) : (
        charge.overrides.length > 0 && <History size={13} className="text-ink-3" aria-label={t`Overridden`} />
      )}
      <Amount amount={charge.amount} currency={charge.currency} />
    </span>
  )
}
