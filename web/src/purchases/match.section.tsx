import type { PurchaseRecord } from '@cartage/contract/purchases/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { Amount, useAmountText } from '../books/amount.tsx'
import { useLabels } from '../records/code-labels.ts'
import { Button } from '../ui/button.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { purchaseReasonLabels } from './labels.tsx'
import { useDecision } from './queries.ts'

type Match = NonNullable<PurchaseRecord['match']>
type Line = Match['lines'][number]

/** Agreed, executed and invoiced amounts line by line, with differences marked by colour and text. */
export function MatchSection({ invoice, match }: { invoice: PurchaseRecord['invoice']; match: Match }) {
  const { t } = useLingui()
  const textOf = useAmountText()
  const { currency, invoice_id } = invoice
  const money = (amount: string | null) => (amount === null ? '—' : <Amount amount={amount} currency={currency} />)
  const isOpen = match.result === 'MATCHED' || match.result === 'DISPUTED'
  const tolerance = textOf(match.tolerance, currency)
  return (
    <>
      <PlainTable<Line>
        label={t({ message: 'Match', context: 'of a purchase document' })}
        rows={match.lines}
        keyOf={({ position }) => String(position)}
        columns={[
          { id: 'line', title: t`Line`, cell: ({ name, charges }) => name || charges[0]?.name || '—' },
          { id: 'trip', title: t`Trip`, width: 'w-28', cell: (line) => <Trip {...{ line, invoice_id, isOpen }} /> },
          { id: 'agreed', title: t`Agreed`, width: 'w-24', align: 'right', cell: ({ agreed }) => money(agreed) },
          {
            id: 'executed',
            title: t`Actual cost`,
            width: 'w-24',
            align: 'right',
            cell: ({ executed }) => money(executed),
          },
          {
            id: 'invoiced',
            title: t`Invoiced`,
            width: 'w-24',
            align: 'right',
            cell: ({ invoiced }) => money(invoiced),
          },
          {
            id: 'difference',
            title: t`Difference`,
            width: 'w-40',
            cell: (line) => <Difference {...{ line, currency }} />,
          },
        ]}
      />
      <dl className="flex flex-wrap justify-end gap-x-6 font-semibold">
        {(
          [
            [t`Agreed`, match.agreed],
            [t`Actual cost`, match.executed],
            [t`Invoiced`, match.invoiced],
            [t`Difference`, match.difference],
          ] as const
        ).map(([name, amount]) => (
          <div key={name} className="flex items-baseline gap-1.5">
            <dt className="font-normal text-ink-3">{name}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ))}
      </dl>
      <p className="-mt-2 text-right text-ink-3">
        <Trans>Tolerance {tolerance}</Trans>
      </p>
      {match.message !== null && (
        <div>
          <h2 className="pb-1 font-semibold">
            <Trans>Message to the supplier</Trans>
          </h2>
          <pre className="whitespace-pre-wrap rounded-lg border border-line bg-sunken p-3 text-ink-2">
            {match.message}
          </pre>
        </div>
      )}
    </>
  )
}

function Difference({ line: { difference, reason }, currency }: { line: Line; currency: string }) {
  const labelOf = useLabels(purchaseReasonLabels)
  const { t } = useLingui()
  if (reason === null) return <span className="text-green">{t`In order`}</span>
  return (
    <span className="text-amber">
      <Amount amount={difference} currency={currency} /> · {labelOf(reason)}
    </span>
  )
}

/** Trip of a line. If unknown, the proposed one can be chosen. */
function Trip({ line, invoice_id, isOpen }: { line: Line; invoice_id: string; isOpen: boolean }) {
  const decision = useDecision(invoice_id)
  if (line.trip_name !== null) return line.trip_name
  const { proposal, position } = line
  if (proposal === null || !isOpen) return '—'
  const lines = [{ position, trip_id: proposal.trip_id }]
  const name = proposal.trip_name
  return (
    <Button isBusy={decision.isPending} onClick={() => decision.mutate({ kind: 'match', lines })}>
      <Trans>Use trip {name}</Trans>
    </Button>
  )
}
