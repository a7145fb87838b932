import type { StatementLine, StatementState } from '@cartage/contract/accounting/app/statements'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { Amount } from '../../books/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { readStatement, useRecordPayments } from './statement.queries.ts'

/** Lines selected initially: those that name an invoice. */
const isSure = ({ state }: StatementLine) => state === 'FULL' || state === 'PART' || state === 'OVER'
const canBePaid = (line: StatementLine) => isSure(line) || line.state === 'GUESS'

/**
 * Reads a bank statement, shows what each line pays, and records the selected payments, each with its result (STMT-4).
 */
export function StatementDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const read = useMutation({ mutationFn: async (file: File) => (await readStatement(await file.text())).lines })
  const failure = read.error ? failureOf(read.error) : undefined
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Bank statement`}
      text={<Trans>CAMT.053 or MT940 of the bank: payments of invoices are found and recorded.</Trans>}
      className="w-[1040px]"
    >
      <input
        type="file"
        aria-label={t`File`}
        accept=".xml,.sta,.mt940,.940,.txt,.swi"
        onChange={({ target }) => target.files?.[0] && read.mutate(target.files[0])}
      />
      {failure && (
        <p role="alert" className="pt-3 text-red">
          {failure.message}
        </p>
      )}
      {read.data && <Lines key={read.submittedAt} lines={read.data} onClose={onClose} />}
    </Dialog>
  )
}

function Lines({ lines, onClose }: { lines: readonly StatementLine[]; onClose: () => void }) {
  const incoming = lines.filter(({ state }) => state !== 'OUTGOING')
  const [chosen, setChosen] = useState<ReadonlySet<StatementLine>>(new Set(incoming.filter(isSure)))
  const record = useRecordPayments()
  const isDone = record.isSuccess
  function toggle(line: StatementLine) {
    const next = new Set(chosen)
    if (!next.delete(line)) next.add(line)
    setChosen(next)
  }
  return (
    <div className="grid gap-3 pt-3">
      <div className="max-h-[50vh] overflow-y-auto">
        <LineTable
          lines={incoming}
          chosen={chosen}
          failures={record.data ?? new Map()}
          onToggle={isDone ? undefined : toggle}
        />
      </div>
      <div className="flex items-center justify-end gap-2">
        {isDone && record.data && (
          <span role="status" className="flex-1">
            <Plural value={chosen.size - record.data.size} one="# payment recorded" other="# payments recorded" />
          </span>
        )}
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        {!isDone && (
          <Button
            variant="brand"
            disabled={chosen.size === 0}
            isBusy={record.isPending}
            onClick={() => record.mutate([...chosen])}
          >
            <Plural value={chosen.size} one="Record # payment" other="Record # payments" />
          </Button>
        )}
      </div>
    </div>
  )
}

interface LineTableProps {
  lines: readonly StatementLine[]
  chosen: ReadonlySet<StatementLine>
  failures: ReadonlyMap<StatementLine, string>
  onToggle: ((line: StatementLine) => void) | undefined
}

function LineTable({ lines, chosen, failures, onToggle }: LineTableProps) {
  const { t } = useLingui()
  const labels: Readonly<Record<StatementState, string>> = {
    FULL: t`Pays all of it`,
    PART: t`Pays a part`,
    OVER: t`More than is open`,
    GUESS: t`Only payer and amount fit`,
    RECORDED: t`Recorded already`,
    UNKNOWN: t`No invoice found`,
    OUTGOING: '',
  }
  return (
    <PlainTable<StatementLine>
      label={t`Lines of the statement`}
      rows={lines}
      keyOf={(line) => String(lines.indexOf(line))}
      isFaded={(line) => !canBePaid(line)}
      columns={[
        {
          id: 'chosen',
          title: '',
          width: 'w-10',
          cell: (line) => (
            <input
              type="checkbox"
              aria-label={t`Record ${line.amount} ${line.text}`}
              disabled={onToggle === undefined || !canBePaid(line)}
              checked={chosen.has(line)}
              onChange={() => onToggle?.(line)}
            />
          ),
        },
        { id: 'day', title: t`Day`, width: 'w-28', cell: ({ booked_on }) => <OrderDay date={booked_on} /> },
        { id: 'payer', title: t`Payer`, cell: ({ name, text }) => <Payer name={name} text={text} /> },
        {
          id: 'amount',
          title: t`Amount`,
          width: 'w-32',
          align: 'right',
          cell: (line) => <Amount amount={line.amount} currency={line.currency} />,
        },
        {
          id: 'invoices',
          title: t`Invoices`,
          width: 'w-48',
          cell: ({ invoices }) => invoices.map(({ document }) => document).join(', ') || '—',
        },
        {
          id: 'state',
          title: t`Found`,
          width: 'w-52',
          cell: (line) => (
            <>
              {labels[line.state]}
              <LeftOver line={line} />
              {failures.has(line) && <p className="text-[12px] text-red">{failures.get(line)}</p>}
            </>
          ),
        },
      ]}
    />
  )
}

function Payer({ name, text }: Pick<StatementLine, 'name' | 'text'>) {
  return (
    <>
      {name}
      <span className="block truncate text-[12px] text-ink-3">{text}</span>
    </>
  )
}

/** Excess of a line over the invoices it pays: not recorded anywhere, to be refunded or clarified. */
function LeftOver({ line: { state, amount, currency, invoices } }: { line: StatementLine }) {
  if (state !== 'OVER') return null
  const left = invoices.reduce((rest, { pays }) => rest - Number(pays), Number(amount))
  return (
    <span className="block text-[12px] text-ink-2">
      <Trans>
        <Amount amount={left.toFixed(2)} currency={currency} /> left over
      </Trans>
    </span>
  )
}
