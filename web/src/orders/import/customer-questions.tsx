import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { SheetRow } from '../../sheets/read-sheet.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Building2 } from '../../ui/icons.tsx'
import { findCustomers } from '../entry/queries.ts'
import { Question, QuestionGroup } from './question.tsx'

const mostShown = 20

type Choose = (text: string, to: string) => void

interface UnknownCustomer {
  customer: string
  /** Known names with a similar spelling. */
  nearest: readonly string[]
}

/** Customers of a sheet that do not exist, and rows without one. The answer applies to the whole sheet. */
export function CustomerQuestions({
  rows,
  unknown,
  isCreating,
  onChoose,
}: {
  rows: readonly SheetRow[]
  unknown: readonly UnknownCustomer[]
  /** Whether the import creates unknown customers. */
  isCreating: boolean
  onChoose: Choose
}) {
  const { t } = useLingui()
  const counts = countsOf(rows)
  const without = counts.get('') ?? 0
  return (
    <>
      {unknown.length > 0 && (
        <QuestionGroup
          icon={Building2}
          title={<UnknownTitle count={unknown.length} isCreating={isCreating} />}
          data-count="new-customers"
          data-number={unknown.length}
        >
          <ul className="grid gap-1">
            {unknown.slice(0, mostShown).map((one) => (
              <UnknownQuestion key={one.customer} rows={counts.get(one.customer) ?? 0} {...{ one, onChoose }} />
            ))}
          </ul>
          {unknown.length > mostShown && (
            <p className="text-ink-2">
              <Trans>and {unknown.length - mostShown} more</Trans>
            </p>
          )}
        </QuestionGroup>
      )}
      {without > 0 && (
        <QuestionGroup icon={Building2} title={<Trans>Whose orders are these?</Trans>} data-question="customer">
          <ul>
            <Question text={<Trans>No customer</Trans>} note={<Plural value={without} one="# row" other="# rows" />}>
              <CustomerSearch label={t`Customer of rows without one`} onChoose={(name) => onChoose('', name)} />
            </Question>
          </ul>
        </QuestionGroup>
      )}
    </>
  )
}

function UnknownTitle({ count, isCreating }: { count: number; isCreating: boolean }) {
  if (isCreating) {
    return <Plural value={count} one="# new customer will be created" other="# new customers will be created" />
  }
  return <Plural value={count} one="# customer is unknown" other="# customers are unknown" />
}

function UnknownQuestion({ one, rows, onChoose }: { one: UnknownCustomer; rows: number; onChoose: Choose }) {
  const { t } = useLingui()
  const { customer, nearest } = one
  return (
    <Question
      text={<span className="font-medium">{customer}</span>}
      note={<Plural value={rows} one="# row" other="# rows" />}
    >
      {nearest.map((name) => (
        <Button key={name} onClick={() => onChoose(customer, name)}>
          <Trans>It is {name}</Trans>
        </Button>
      ))}
      <CustomerSearch label={t`Who “${customer}” is`} onChoose={(name) => onChoose(customer, name)} />
    </Question>
  )
}

function CustomerSearch({ label, onChoose }: { label: string; onChoose: (name: string) => void }) {
  const { t } = useLingui()
  return (
    <Combobox
      label={label}
      className="w-56"
      placeholder={t`Find customer…`}
      value={null}
      onChange={(found) => found !== null && onChoose(found.name)}
      queryKey={['companies', 'of-entry']}
      search={findCustomers}
      textOf={({ name }) => name}
      keyOf={({ code, name }) => code ?? name}
      sideOf={({ city }) => city}
    />
  )
}

/** Number of rows by customer. */
function countsOf(rows: readonly SheetRow[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { values } of rows) {
    const customer = values.customer?.trim() ?? ''
    counts.set(customer, (counts.get(customer) ?? 0) + 1)
  }
  return counts
}
