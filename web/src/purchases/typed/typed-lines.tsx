import { typedVatCategories } from '@cartage/contract/purchases/app/typed'
import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '../../books/amount.tsx'
import { sumOf } from '../../books/sums.ts'
import { vatLabels } from '../../books/vat.labels.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useReaderLanguage } from '../../ui/form/reader-language.ts'
import { Select } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Plus, Trash2 } from '../../ui/icons.tsx'
import { AmountField } from './amount-field.tsx'
import type { PartProps } from './values.ts'
import { amountIn, emptyLine, type TypedLine } from './values.ts'

/** Lines of a typed document, with their total and VAT. */
export function TypedLines({ values, onChange, isSubmitted }: PartProps) {
  const { lines } = values
  const set = (at: number, change: Partial<TypedLine>) =>
    onChange({ lines: lines.map((line, place) => (place === at ? { ...line, ...change } : line)) })
  return (
    <div className="grid gap-3">
      {lines.map((line, at) => (
        <Line
          key={line.key}
          line={line}
          at={at}
          isSubmitted={isSubmitted}
          onChange={(change) => set(at, change)}
          onRemove={lines.length > 1 ? () => onChange({ lines: lines.filter((one) => one !== line) }) : undefined}
        />
      ))}
      <div className="flex items-center justify-between">
        <Button icon={Plus} onClick={() => onChange({ lines: [...lines, emptyLine(lines.at(-1))] })}>
          <Trans>Add line</Trans>
        </Button>
        <Sum values={values} />
      </div>
    </div>
  )
}

function Line({
  line,
  at,
  isSubmitted,
  onChange,
  onRemove,
}: {
  line: TypedLine
  at: number
  isSubmitted: boolean
  onChange: (change: Partial<TypedLine>) => void
  onRemove: (() => void) | undefined
}) {
  const { t, i18n } = useLingui()
  const position = at + 1
  return (
    <fieldset
      aria-label={t`Line ${position}`}
      className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)_28px] gap-x-3 gap-y-1 rounded-lg border border-line px-3 pt-1 pb-3"
    >
      <TextField
        label={t`What for`}
        maxLength={1_000}
        value={line.name}
        onChange={(text) => onChange({ name: text })}
      />
      <TextField
        label={t`Trip, order or reference`}
        maxLength={255}
        value={line.reference}
        onChange={(text) => onChange({ reference: text })}
      />
      <AmountField
        label={t`Amount without VAT`}
        value={line.amount}
        onChange={(amount) => onChange({ amount })}
        isRequired
        isSubmitted={isSubmitted}
      />
      <span className="self-end pb-0.5">
        {onRemove && <IconButton icon={Trash2} label={t`Remove line ${position}`} onClick={onRemove} />}
      </span>
      <Field label={t`VAT category`} fault={undefined}>
        {(input) => (
          <Select
            {...input}
            choices={typedVatCategories.map((value) => ({ value, label: i18n._(vatLabels[value]!) }))}
            value={line.vat_category}
            onChange={(vat_category) => onChange({ vat_category })}
          />
        )}
      </Field>
      {line.vat_category === 'S' && (
        <AmountField
          label={t`VAT rate in %`}
          value={line.vat_rate}
          onChange={(vat_rate) => onChange({ vat_rate })}
          isRequired
          isSubmitted={isSubmitted}
        />
      )}
    </fieldset>
  )
}

/** Total of the lines, and whether it matches the document's total including VAT. */
function Sum({ values }: Pick<PartProps, 'values'>) {
  const language = useReaderLanguage()
  const read = (text: string) => amountIn(text, language) ?? '0'
  const net = sumOf(values.lines.map(({ amount }) => read(amount)))
  const gross = sumOf([net, read(values.total_tax)])
  const total = amountIn(values.total_incl_tax, language)
  const isOther = typeof total === 'string' && sumOf([total]) !== sumOf([gross])
  return (
    <p role="status" className={isOther ? 'text-amber' : 'text-ink-2'}>
      <Trans>
        Lines <Amount amount={net} currency={values.currency} />, with VAT{' '}
        <Amount amount={gross} currency={values.currency} />
      </Trans>
      {isOther && (
        <>
          {' '}
          <Trans>That is not the total of the document.</Trans>
        </>
      )}
    </p>
  )
}
