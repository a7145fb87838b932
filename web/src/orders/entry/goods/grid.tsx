import type { OrderReference } from '@cartage/contract/orders/app/entry'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ClipboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldError, useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import { Button, IconButton } from '../../../ui/button.tsx'
import { NumberChoices } from '../../../ui/form/number-reading.tsx'
import { Plus, X } from '../../../ui/icons.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { fieldId, TextField } from '../form-fields.tsx'
import { type EntryForm, emptyGood } from '../form-model.ts'
import { isEmptyGood } from '../order-of-form.ts'
import { NamedField } from '../pickers.tsx'
import { GoodsTotals } from './totals.tsx'

// On a phone the description has its own row, and the other cells are in rows of three.
const columns =
  '[grid-template-columns:minmax(0,2.4fr)_minmax(0,0.7fr)_minmax(0,1.3fr)_minmax(0,0.9fr)_minmax(0,0.7fr)_minmax(0,0.7fr)_minmax(0,0.7fr)_28px] max-sm:[grid-template-columns:repeat(3,minmax(0,1fr))]'

interface GridProps {
  /** Index of the consignment. */
  at: number
  packaging: OrderReference['packaging_types']
  isLocked: boolean
}

/** Goods, one per line. Enter goes to the next line, and adds one at the end. */
export function GoodsGrid({ at, packaging, isLocked }: GridProps) {
  const { t } = useLingui()
  const { control, getValues } = useFormContext<EntryForm>()
  const path = `consignments.${at}.goods` as const
  const { fields, append, remove, replace } = useFieldArray({ control, name: path as 'consignments.0.goods' })
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const next = (index: number) => {
    // Rendered synchronously, so that the next key goes into the new line even when typing fast.
    if (index + 1 >= fields.length) flushSync(() => append(emptyGood(), { shouldFocus: false }))
    document.getElementById(fieldId(`${path}.${index + 1}.description`))?.focus()
  }
  const paste = async (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    // A single cell is pasted into its field as usual.
    if (isLocked || !/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    const { id } = event.target as HTMLElement
    // Loaded on the first paste of cells.
    const [{ readText }, { pastedGoods }] = await Promise.all([
      import('../../../sheets/read-sheet.ts'),
      import('./paste.ts'),
    ])
    const pasted = pastedGoods(readText(text), id, packaging)
    const before = getValues(path as 'consignments.0.goods').filter((good) => good.base !== null || !isEmptyGood(good))
    replace([...before, ...pasted.goods.map((good) => ({ ...emptyGood(), ...good }))])
    setUnknown(pasted.unknown)
  }
  const titles = [t`Goods`, t`Quantity`, t`Packaging`, t`Weight (kg)`, t`LDM`, 'UN', '°C']
  return (
    <div onPaste={paste}>
      <div
        className={`grid ${columns} gap-x-1.5 pb-0.5 text-[12px] font-medium text-ink-2 max-sm:hidden`}
        aria-hidden="true"
      >
        {titles.map((title) => (
          <span key={title} className="truncate">
            {title}
          </span>
        ))}
      </div>
      <div className="grid gap-1.5">
        {fields.map((field, index) => (
          <GoodsLine
            key={field.id}
            at={at}
            index={index}
            packaging={packaging}
            isLocked={isLocked}
            onEnter={() => next(index)}
            onRemove={fields.length > 1 ? () => remove(index) : undefined}
          />
        ))}
      </div>
      <p role="status" className="pt-1 text-[12px] text-amber empty:hidden">
        {unknown.length > 0 && <Trans>Packaging not known, left empty: {unknown.join(', ')}</Trans>}
      </p>
      <div className="mt-1 flex items-center gap-2">
        {!isLocked && (
          <Button icon={Plus} variant="ghost" className="-ml-2" onClick={() => next(fields.length - 1)}>
            <Trans>Add goods line</Trans>
          </Button>
        )}
        {!isLocked && (
          <span className="text-[12px] text-ink-3 max-sm:hidden">
            <Trans>or paste cells from a spreadsheet</Trans>
          </span>
        )}
        <GoodsTotals at={at} />
      </div>
    </div>
  )
}

function GoodsLine({
  at,
  index,
  packaging,
  isLocked,
  onEnter,
  onRemove,
}: GridProps & {
  index: number
  onEnter: () => void
  /** Absent for the only line. */
  onRemove: (() => void) | undefined
}) {
  const { t } = useLingui()
  const path = `consignments.${at}.goods.${index}`
  const each = { isLocked, onEnter }
  return (
    <div>
      <div className={`grid ${columns} items-center gap-x-1.5 max-sm:gap-y-1`}>
        <Cell path={`${path}.description`} label={t`Goods`} className="max-sm:col-span-3" {...each} />
        <Cell path={`${path}.quantity`} label={t`Quantity`} isNumber {...each} />
        <NamedField
          path={`${path}.packaging`}
          label={t`Packaging`}
          choices={packaging}
          isLocked={isLocked}
          hasHiddenLabel
        />
        <Cell path={`${path}.weight`} label={t`Weight (kg)`} isNumber {...each} />
        <Cell path={`${path}.metres`} label={t`LDM`} isNumber {...each} />
        <Cell path={`${path}.un`} label={t`UN number`} {...each} />
        <Cell path={`${path}.temperature`} label={t`Temperature`} placeholder="°C" isNumber {...each} />
        {!isLocked && onRemove && <IconButton icon={X} label={t`Remove line`} tabIndex={-1} onClick={onRemove} />}
      </div>
      <LineFaults at={at} index={index} />
    </div>
  )
}

function Cell({
  isNumber = false,
  className = '',
  placeholder,
  ...props
}: {
  path: string
  label: string
  isLocked: boolean
  isNumber?: boolean
  className?: string
  /** On a phone, replaces the column title. Defaults to the label. */
  placeholder?: string
  onEnter: () => void
}) {
  const isPhone = usePhone()
  return (
    <TextField
      {...props}
      hasHiddenLabel
      placeholder={isPhone ? (placeholder ?? props.label) : undefined}
      inputMode={isNumber ? 'decimal' : 'text'}
      className={isNumber ? `text-right tnum max-sm:text-left ${className}` : className}
    />
  )
}

/** Numeric cells of a line. */
const numbers: readonly string[] = ['quantity', 'weight', 'metres', 'temperature']

/** The error of a line is shown under it, because its cells are narrow. */
function LineFaults({ at, index }: { at: number; index: number }) {
  const { errors } = useFormState<EntryForm>()
  const { getValues, setValue, clearErrors } = useFormContext<EntryForm>()
  const faults = Object.entries(errors.consignments?.[at]?.goods?.[index] ?? {}) as [string, FieldError][]
  return faults.map(([name, { message }]) => {
    const path = `consignments.${at}.goods.${index}.${name}` as `consignments.0.goods.0.weight`
    return (
      <div key={name} className="mt-0.5 text-[12px] text-red">
        <p id={`${fieldId(path)}-fault`}>{message}</p>
        {numbers.includes(name) && (
          <NumberChoices
            text={String(getValues(path))}
            onChoose={(text) => {
              setValue(path, text, { shouldDirty: true })
              clearErrors(path)
            }}
          />
        )}
      </div>
    )
  })
}
